"""The base of everything that people write by hand: card tables, options, scenarios, settings."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """A model in which an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
