"""Checks request bodies against Discord's own OpenAPI file, if it lies beside the checkout."""

import functools
import json
import re
from pathlib import Path

import jsonschema_rs
import pytest

SPEC = Path(__file__).parents[1].parent / "shared" / "discord" / "openapi.json"
needs_spec = pytest.mark.skipif(not SPEC.exists(), reason=f"{SPEC} is missing")

SCHEMAS = "#/components/schemas/"
RESPONSES = "#/components/responses/"
SNOWFLAKE = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0}

# The file wants a number as the code of a field's fault, but Discord says "BASE_TYPE_REQUIRED".
TEXT = {"type": "string"}
FIELD_ERROR = {
    "type": "object",
    "properties": {"code": TEXT, "message": TEXT},
    "required": ["code", "message"],
}
FIELD_ERRORS = {
    "type": "object",
    "properties": {"_errors": {"type": "array", "items": FIELD_ERROR}},
    "required": ["_errors"],
    "additionalProperties": False,
}

# What the library sends and Discord accepts, but the file doesn't list.
EXTRA_KEYS = ("nsfw", "tts")
EXTRA_KEYS_OF = {
    "RichEmbed": ("flags",),
    "ComponentEmojiForRequest": ("animated",),
    "MessageAttachmentRequest": (
        "proxy_url",
        "size",
        "url",
        "spoiler",
        "height",
        "width",
        "content_type",
    ),
}


def request_faults(method, route_template, body):
    """Return what is wrong with this request by the file; the names in its route don't matter."""
    return _faults(_request_validator(method.lower(), _shape_of(route_template)), body)


def response_faults(method, route_template, status, body):
    """Return what is wrong with this answer by the file; an unlisted status is a fault, too."""
    known = _responses(method.lower(), _shape_of(route_template))
    key = next((key for key in (str(status), f"{str(status)[0]}XX") if key in known), None)
    if key is None:
        return [f"(status): {status} is none of {', '.join(known)}"]
    if "content" not in known[key]:
        return [] if body is None else [f"(body): {status} has none"]
    validator = _response_validator(method.lower(), _shape_of(route_template), key)
    return _faults(validator, body)


def _faults(validator, body):
    return [
        f"{'/'.join(str(step) for step in error.instance_path) or '(body)'}: {error.message}"
        for error in validator.iter_errors(body)
    ]


def _shape_of(route):
    return re.sub(r"\{[^}]*\}", "{}", route)


@functools.cache
def _document():
    return json.loads(SPEC.read_text(encoding="utf-8"))


@functools.cache
def _operation(method, shape):
    paths = _document()["paths"]
    found = [operations for route, operations in paths.items() if _shape_of(route) == shape]
    operation = next((each[method] for each in found if method in each), None)
    if operation is None:
        raise KeyError(f"Discord has no {method.upper()} {shape}")
    return operation


@functools.cache
def _responses(method, shape):
    common = _document()["components"]["responses"]
    listed = _operation(method, shape)["responses"]
    return {
        key: common[value["$ref"].removeprefix(RESPONSES)] if "$ref" in value else value
        for key, value in listed.items()
    }


@functools.cache
def _request_validator(method, shape):
    content = _operation(method, shape)["requestBody"]["content"]
    return _compiled(content["application/json"]["schema"], is_request=True)


@functools.cache
def _response_validator(method, shape, key):
    content = _responses(method, shape)[key]["content"]
    return _compiled(content["application/json"]["schema"], is_request=False)


def _compiled(schema, *, is_request):
    names = _reachable(schema)
    schemas = _schemas(is_request)
    root = {
        **_rewritten(schema, is_request),
        "components": {"schemas": {name: schemas[name] for name in names}},
    }
    return jsonschema_rs.Draft202012Validator(root, validate_formats=True)


def _named(reference):
    return _document()["components"]["schemas"][reference.removeprefix(SCHEMAS)]


def _references(node):
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"].removeprefix(SCHEMAS)
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


def _reachable(schema):
    seen, ahead = set(), set(_references(schema))
    while ahead:
        name = ahead.pop()
        seen.add(name)
        ahead |= set(_references(_named(name))) - seen
    return sorted(seen)


@functools.cache
def _schemas(is_request):
    named = _document()["components"]["schemas"]
    found = {name: _rewritten(schema, is_request, name) for name, schema in named.items()}
    corrected = {"SnowflakeType": SNOWFLAKE} if is_request else {"InnerErrors": FIELD_ERRORS}
    return found | corrected


def _rewritten(node, is_request, name=""):
    if isinstance(node, list):
        return [_rewritten(value, is_request) for value in node]
    if not isinstance(node, dict):
        return node
    node = {key: _rewritten(value, is_request) for key, value in node.items()}
    for key in ("oneOf", "anyOf"):
        if any("$ref" in branch for branch in node.get(key, [])):
            node |= _union(node.pop(key))
    return _closed(node, name) if is_request else node


def _closed(node, name):
    """Return the schema of an object without unknown keys."""
    if not isinstance(node.get("properties"), dict) or "additionalProperties" in node:
        return node
    extra = dict.fromkeys((*EXTRA_KEYS, *EXTRA_KEYS_OF.get(name, ())), True)
    return {**node, "properties": {**extra, **node["properties"]}, "additionalProperties": False}


def _union(branches):
    """Turn a union by `type` into if/then, or each branch would report the others' fields."""
    null = {"type": "null"}
    others = [branch for branch in branches if branch != null]
    tags = [_tags(branch) for branch in others]
    all_tags = [tag for found in tags for tag in found]
    if len(others) == 1:
        union = others[0]
    elif all(tags) and len(all_tags) == len(set(all_tags)):
        union = _tagged(others, tags, all_tags)
    else:
        union = {"anyOf": others}
    return {"if": null, "else": union} if null in branches else {"allOf": [union]}


def _tags(branch):
    if "$ref" not in branch:
        return ()
    properties = _named(branch["$ref"]).get("properties", {})
    return tuple(properties.get("type", {}).get("enum", ()))


def _tagged(branches, tags, all_tags):
    cases = [
        {"if": {"properties": {"type": {"enum": list(found)}}}, "then": branch}
        for branch, found in zip(branches, tags, strict=True)
    ]
    known = {"type": {"enum": all_tags}}
    return {"type": "object", "required": ["type"], "properties": known, "allOf": cases}
