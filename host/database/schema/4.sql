-- When the bot was there for its players, seals that show a changed row, and indexes for what one
-- person has piled up. See host/presence.py, host/seals.py and host/limits.py.

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

DROP INDEX open_tables;
CREATE INDEX open_tables ON tables (id, phase, touched, channel)
    WHERE phase IN ('lobby', 'playing');
CREATE INDEX tables_of_opener ON tables (opener) WHERE opener IS NOT NULL;
CREATE INDEX attempts_of_user ON attempts (user, deal) WHERE user IS NOT NULL;
CREATE INDEX challenges_of_opener ON challenges (opener) WHERE opener IS NOT NULL;
