"""The REST API that the bot calls, with the checks that Discord makes."""
