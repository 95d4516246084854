-- When the bot was there for its players, and seals that show a changed row. See host/presence.py
-- and host/seals.py.

CREATE TABLE presence (                 -- one row
    id INTEGER PRIMARY KEY CHECK (id = 1),
    since INTEGER NOT NULL,             -- the bot has been there without a break since then
    at INTEGER NOT NULL                 -- its last sign of life
);

ALTER TABLE journal ADD COLUMN seal TEXT NOT NULL DEFAULT '';         -- of hash, round, events, at
UPDATE journal SET seal = seal(hash, round, events, at);

ALTER TABLE seats ADD COLUMN seal TEXT NOT NULL DEFAULT '';           -- of all but the moves
UPDATE seats SET seal = seal(table_id, seat, user, is_autopilot, stands_in, missed, is_free,
    is_former, CAST(queue AS BLOB));
