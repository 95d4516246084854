-- The bot's sign of life, by which another process can tell how it is. See host/heartbeat.py.

CREATE TABLE heartbeat (                -- one row
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL,                -- when it was written
    version TEXT NOT NULL,              -- of the bot
    started INTEGER NOT NULL,
    is_connected INTEGER NOT NULL,      -- to Discord
    since INTEGER NOT NULL,             -- when that changed
    latency INTEGER,                    -- milliseconds to Discord and back
    servers INTEGER NOT NULL,
    event INTEGER,                      -- when Discord last sent anything
    sent INTEGER,                       -- when a message was last delivered
    drift INTEGER NOT NULL              -- milliseconds that the clock is ahead of Discord's
);
