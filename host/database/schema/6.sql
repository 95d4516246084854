-- An outgoing message says what it is about: a table, a challenge or neither.

ALTER TABLE outbox RENAME TO outbox_5;
CREATE TABLE outbox (                   -- messages that have to be sent
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER REFERENCES tables (id),
    challenge_id INTEGER REFERENCES challenges (id),
    kind TEXT NOT NULL,
    channel INTEGER,                    -- the audience: a channel
    user INTEGER,                       -- or one user
    body TEXT NOT NULL,
    edition INTEGER NOT NULL DEFAULT 1, -- grows when a newer one takes its place
    made INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    CHECK ((channel IS NULL) <> (user IS NULL)),
    CHECK (table_id IS NULL OR challenge_id IS NULL)
);
INSERT INTO sqlite_sequence (name, seq)               -- no number is ever given twice
    SELECT 'outbox', seq FROM sqlite_sequence WHERE name = 'outbox_5';
INSERT INTO outbox
    SELECT id, iif(table_id > 0, table_id, NULL), iif(table_id < 0, -table_id, NULL),
        kind, channel, user, body, edition, made, due, tries
    FROM outbox_5
    WHERE table_id = 0 OR table_id IN (SELECT id FROM tables)
        OR -table_id IN (SELECT id FROM challenges);
DROP TABLE outbox_5;
CREATE INDEX outbox_lanes ON outbox (channel, user, id);
CREATE INDEX outbox_of_table ON outbox (table_id, kind);
CREATE INDEX outbox_of_challenge ON outbox (challenge_id, kind);
