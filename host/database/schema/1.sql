-- Times are milliseconds UTC. Users, channels and messages are numbers from outside.

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL DEFAULT '{}'
);

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    channel INTEGER,                    -- NULL: a private table
    is_lost INTEGER NOT NULL DEFAULT 0, -- nothing can be said in that channel any more
    opener INTEGER,
    phase TEXT NOT NULL,                -- lobby, playing, over, closed, aside
    ending TEXT NOT NULL DEFAULT '',    -- why it is over, closed or set aside
    commitment TEXT NOT NULL,           -- the hash of the key, known from the opening on
    key BLOB NOT NULL,                  -- secret until the table is over
    rules INTEGER NOT NULL,             -- the version of the rules at the deal
    rules_last INTEGER NOT NULL,        -- and at the last action
    rematch_of INTEGER REFERENCES tables (id),
    opened INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 0, -- number of journal rows
    chain TEXT NOT NULL DEFAULT '',     -- the hash of the last journal row
    digest TEXT NOT NULL DEFAULT '',    -- the hash of the state
    state BLOB
);
CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel)
    WHERE channel IS NOT NULL AND phase IN ('lobby', 'playing');
CREATE UNIQUE INDEX one_rematch ON tables (rematch_of)
    WHERE rematch_of IS NOT NULL AND phase NOT IN ('closed', 'aside');
CREATE INDEX tables_by_channel ON tables (channel, id);
CREATE INDEX open_tables ON tables (id) WHERE phase IN ('lobby', 'playing');

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER,                       -- NULL: nobody, an autopilot's own seat
    is_autopilot INTEGER NOT NULL DEFAULT 0,
    moves INTEGER NOT NULL DEFAULT 0,   -- number of journal rows of this seat
    queue TEXT NOT NULL DEFAULT '[]',   -- codes for the next decision, best first
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE UNIQUE INDEX one_seat_per_user ON seats (user, table_id) WHERE user IS NOT NULL;

CREATE TABLE journal (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,            -- from 1 on
    round INTEGER NOT NULL,
    seat INTEGER,                       -- NULL: the table itself
    code TEXT NOT NULL,
    events TEXT NOT NULL,
    hash TEXT NOT NULL,                 -- of the row before, the seat and the code
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

CREATE TABLE clicks (                   -- what was answered, so that each click counts once
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL
);

CREATE TABLE votes (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    subject TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (table_id, subject, seat)
) WITHOUT ROWID;

CREATE TABLE outbox (                   -- what must be said
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id),
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
CREATE INDEX outbox_lanes ON outbox (channel, user, id);
CREATE INDEX outbox_of_table ON outbox (table_id, kind);

CREATE TABLE posts (                    -- the message that shows a thing now
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    user INTEGER NOT NULL DEFAULT 0,    -- 0: everyone
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (table_id, kind, user)
) WITHOUT ROWID;
CREATE INDEX posts_by_message ON posts (message);
