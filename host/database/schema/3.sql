-- Challenges: one luck for all who try it, alone; and how games ended, for statistics.

ALTER TABLE tables ADD COLUMN is_sealed INTEGER NOT NULL DEFAULT 0;   -- its key stays secret after its end

CREATE TABLE chains (                   -- keys of days to come, each proven by the one before
    kind TEXT NOT NULL,
    first INTEGER NOT NULL,             -- the day or week of the first link
    seed BLOB NOT NULL,                 -- secret for ever
    anchor TEXT NOT NULL,               -- published before the first
    PRIMARY KEY (kind, first)
) WITHOUT ROWID;

CREATE TABLE deals (                    -- a luck that many are given
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    link TEXT NOT NULL DEFAULT '',      -- of a chain; secret until it closes
    key BLOB NOT NULL,                  -- secret until it closes
    commitment TEXT NOT NULL,
    opened INTEGER NOT NULL,
    closes INTEGER NOT NULL,
    is_closed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX open_deals ON deals (closes) WHERE NOT is_closed;

CREATE TABLE challenges (               -- a deal as it was posted to a channel
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    deal INTEGER NOT NULL REFERENCES deals (id),
    channel INTEGER NOT NULL,
    opener INTEGER,
    opened INTEGER NOT NULL,
    message INTEGER,                    -- where it is shown now
    UNIQUE (deal, channel)
);

CREATE INDEX challenges_by_message ON challenges (message);

CREATE TABLE attempts (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    deal INTEGER NOT NULL REFERENCES deals (id),
    challenge INTEGER NOT NULL REFERENCES challenges (id),
    user INTEGER,
    is_ranked INTEGER NOT NULL,
    started INTEGER NOT NULL,
    finished INTEGER,
    score INTEGER,
    has_won INTEGER,
    facts TEXT NOT NULL DEFAULT '{}'    -- parts of the score, rounds, a sign for each round
);
CREATE UNIQUE INDEX one_ranked_attempt ON attempts (deal, user) WHERE is_ranked AND user IS NOT NULL;
CREATE INDEX attempts_of_deal ON attempts (deal, challenge);

CREATE TABLE schedules (
    channel INTEGER NOT NULL,
    kind TEXT NOT NULL,                 -- daily, weekly
    game TEXT NOT NULL,
    zone TEXT NOT NULL,
    hour INTEGER NOT NULL,
    next INTEGER NOT NULL,
    opener INTEGER,
    PRIMARY KEY (channel, kind)
) WITHOUT ROWID;

CREATE TABLE results (                  -- how a seat has done at a finished table
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER,
    channel INTEGER,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    level TEXT NOT NULL DEFAULT '',     -- of the opponent, alone
    score INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    has_won INTEGER NOT NULL,
    facts TEXT NOT NULL,                -- dice, cards, seconds for a turn
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX results_of_user ON results (user, at) WHERE user IS NOT NULL;
CREATE INDEX results_by_channel ON results (channel, at);

CREATE TABLE ratings (                  -- among humans
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (user, game)
) WITHOUT ROWID;
CREATE INDEX best_ratings ON ratings (game, mu);
