-- Time at the tables: deadlines, pauses, votes with their hour, and what the host itself did.

ALTER TABLE tables ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';       -- what was agreed on time
ALTER TABLE tables ADD COLUMN paused INTEGER;                         -- since when time stands still

ALTER TABLE seats ADD COLUMN stands_in TEXT NOT NULL DEFAULT '';      -- the turn an autopilot plays
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;       -- turns in a row
ALTER TABLE seats ADD COLUMN is_free INTEGER NOT NULL DEFAULT 0;      -- anybody may take it
ALTER TABLE seats ADD COLUMN is_former INTEGER NOT NULL DEFAULT 0;    -- its user was forgotten

ALTER TABLE users ADD COLUMN digest INTEGER;                          -- when the next one is due
CREATE INDEX digests ON users (digest) WHERE digest IS NOT NULL;

CREATE TABLE deadlines (                -- of every seat that the table waits for
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    turn TEXT NOT NULL,                 -- the name of the turn; the next one has its own time
    budget INTEGER NOT NULL,            -- waking milliseconds
    spent INTEGER NOT NULL DEFAULT 0,   -- of them, before `since`
    since INTEGER,                      -- NULL: time stands still
    due INTEGER,                        -- when time is up
    next INTEGER,                       -- when something is to be done; NULL: it was
    calls TEXT NOT NULL DEFAULT '[]',   -- after how many of them a reminder is still to come
    is_muted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX alarms ON deadlines (next) WHERE next IS NOT NULL;

CREATE TABLE notes (                    -- what the host did at a table, for its log
    table_id INTEGER NOT NULL REFERENCES tables (id),
    note INTEGER NOT NULL,
    number INTEGER NOT NULL,            -- of the journal's row before it
    kind TEXT NOT NULL,
    seat INTEGER,
    facts TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, note)
) WITHOUT ROWID;

ALTER TABLE votes ADD COLUMN at INTEGER NOT NULL DEFAULT 0;           -- since when it is wanted
UPDATE votes SET subject = 'abandon', at = (SELECT touched FROM tables WHERE id = table_id);

ALTER TABLE outbox RENAME TO outbox_1;
CREATE TABLE outbox (                   -- what must be said
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL,          -- 0: of no table
    kind TEXT NOT NULL,
    channel INTEGER,                    -- the audience: a channel
    user INTEGER,                       -- or one user
    body TEXT NOT NULL,
    edition INTEGER NOT NULL DEFAULT 1, -- grows when a newer one takes its place
    made INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    CHECK ((channel IS NULL) <> (user IS NULL))
);
INSERT INTO outbox SELECT * FROM outbox_1;
DROP TABLE outbox_1;
CREATE INDEX outbox_lanes ON outbox (channel, user, id);
CREATE INDEX outbox_of_table ON outbox (table_id, kind);
