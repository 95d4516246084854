"""All routes of the REST interface, for the server; each subject has a module of its own."""

from sandbox.rest import application, channels, emojis, guilds, interactions, messages, users

ROUTES = [
    *(*users.routes, *application.routes, *emojis.routes, *interactions.routes),
    *(*guilds.routes, *channels.routes, *messages.routes),
]
