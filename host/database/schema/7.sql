-- For the person who runs the bot and for moderators: a sign of life (host/heartbeat.py), who
-- decided what (host/votes.py), and a server's channel for a log (host/happenings.py).

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

CREATE TABLE decisions (                -- what a table or a moderator has decided
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    matter TEXT NOT NULL,
    seats TEXT NOT NULL,                -- that voted for it; none: a moderator decided alone
    user INTEGER,                       -- the moderator
    at INTEGER NOT NULL
);
CREATE INDEX decisions_of_table ON decisions (table_id);
CREATE INDEX decisions_of_user ON decisions (user) WHERE user IS NOT NULL;

ALTER TABLE tables ADD COLUMN server INTEGER;                         -- NULL: private, or of before

CREATE TABLE log_channels (             -- where a server wants to read what happens at its tables
    server INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL
);

-- Servers that were welcomed (host/welcome.py), guided first rounds (host/lessons.py), votes against
-- a proposal, and people who are asked to a rematch.

CREATE TABLE servers (
    id INTEGER PRIMARY KEY,
    welcomed INTEGER NOT NULL           -- when
);

ALTER TABLE tables ADD COLUMN is_lesson INTEGER NOT NULL DEFAULT 0;   -- counts nowhere

ALTER TABLE votes ADD COLUMN is_against INTEGER NOT NULL DEFAULT 0;

CREATE TABLE invitations (              -- to a lobby; gone when it is answered or the game begins
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX invitations_of_user ON invitations (user);
