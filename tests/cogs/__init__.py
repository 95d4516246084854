"""Tests of what the bot says and hears in Discord, played in the sandbox."""
