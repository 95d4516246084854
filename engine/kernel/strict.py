"""What somebody wrote down (card tables, options, scenarios): an unknown key is a fault."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
