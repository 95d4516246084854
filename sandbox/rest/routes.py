"""All routes of the REST API, for the server."""

from sandbox.rest import application, channels, emojis, guilds, interactions, messages, users

ROUTES = [
    *(*users.routes, *application.routes, *emojis.routes, *interactions.routes),
    *(*guilds.routes, *channels.routes, *messages.routes),
]
