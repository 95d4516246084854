-- For several processes on one database: where a message belongs, who sends it now (host/outbox.py),
-- how each process is (host/heartbeat.py), and until when plans wait for somebody who may undo.

ALTER TABLE outbox ADD COLUMN server INTEGER;       -- where it is shown; NULL: in direct messages
ALTER TABLE outbox ADD COLUMN holder TEXT;          -- the process that has tried to send it
ALTER TABLE outbox ADD COLUMN held INTEGER;         -- until when no other process tries
UPDATE outbox SET server = (SELECT server FROM tables WHERE id = table_id)
    WHERE channel IS NOT NULL;
DROP INDEX outbox_lanes;
CREATE INDEX outbox_lanes ON outbox (channel, user, server, id);

ALTER TABLE challenges ADD COLUMN server INTEGER;
ALTER TABLE schedules ADD COLUMN server INTEGER;
ALTER TABLE replies ADD COLUMN server INTEGER;      -- NULL: in direct messages, or of before
UPDATE replies SET server = (SELECT server FROM tables WHERE id = table_id);

ALTER TABLE tables ADD COLUMN breath INTEGER;       -- until when plans wait, so that somebody can undo
CREATE INDEX breaths ON tables (breath) WHERE breath IS NOT NULL;

DROP TABLE heartbeat;
CREATE TABLE heartbeats (                           -- one row for each process of the bot
    process TEXT PRIMARY KEY,
    at INTEGER NOT NULL,                            -- when it was written
    version TEXT NOT NULL,                          -- of the bot
    started INTEGER NOT NULL,
    is_connected INTEGER NOT NULL,                  -- to Discord
    since INTEGER NOT NULL,                         -- when that changed
    latency INTEGER,                                -- milliseconds to Discord and back
    servers INTEGER NOT NULL,
    event INTEGER,                                  -- when Discord last sent anything
    sent INTEGER,                                   -- when a message was last delivered
    drift INTEGER NOT NULL                          -- milliseconds that the clock is ahead of Discord's
) WITHOUT ROWID;

CREATE TABLE program (                              -- what the bot remembers of itself
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
