"""Small payloads to build larger ones from, and short names for places and codes."""

V2 = 1 << 15
QUIET = {"parse": []}


def found(faults):
    return [(fault.path, fault.code) for fault in faults]


def button(custom_id="a", **more):
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def link(**more):
    return {"type": 2, "style": 5, "label": "Go", "url": "https://example.org", **more}


def row(*children):
    return {"type": 1, "components": list(children)}


def options(count):
    return [{"label": f"Option {i}", "value": str(i)} for i in range(count)]


def select(custom_id="s", **more):
    return {"type": 3, "custom_id": custom_id, "options": options(3), **more}


def text(content="Hello"):
    return {"type": 10, "content": content}


def section(*texts, **more):
    return {"type": 9, "components": list(texts), "accessory": button(), **more}


def picture(url="attachment://board.png", **more):
    return {"media": {"url": url}, **more}


def gallery(*items):
    return {"type": 12, "items": list(items)}


def container(*children, **more):
    return {"type": 17, "components": list(children), **more}


def classic(*components, **more):
    return {
        "content": "Hi",
        "allowed_mentions": QUIET,
        "components": list(components),
        **more,
    }


def v2(*components, **more):
    return {"flags": V2, "allowed_mentions": QUIET, "components": list(components), **more}


def embed(**more):
    return classic(embeds=[more])


C0 = ("components", 0)
R0 = (*C0, "components", 0)
ITEM = (*C0, "items", 0)
LENGTH, LONG, NEEDED = "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_REQUIRED"
LEAST, MOST, KIND = "NUMBER_TYPE_MIN", "NUMBER_TYPE_MAX", "UNION_TYPE_CHOICES"
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
NOT_FOUND = "SANDBOX_ATTACHMENT_NOT_FOUND"
