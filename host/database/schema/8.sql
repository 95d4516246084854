-- Who left a game with others (host/leavers.py), what the autopilot chose, turns in time
-- (host/statistics.py), what a server allows (host/server_settings.py), how people are called
-- (host/calls.py), and quiet hours, of which a day has at most twelve.

CREATE TABLE leavers (                  -- they are rated below all who stayed
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX leavers_of_user ON leavers (user);

ALTER TABLE results ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;

ALTER TABLE journal ADD COLUMN is_auto INTEGER NOT NULL DEFAULT 0;    -- the autopilot chose it

ALTER TABLE users ADD COLUMN in_time INTEGER NOT NULL DEFAULT 0;      -- turns with a time limit
ALTER TABLE users ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN counted TEXT NOT NULL DEFAULT '';        -- the last turn counted there

CREATE TABLE server_settings (
    server INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
);

-- Time limits of people whose quiet hours are cut below: what passed since the bot was last there
-- does not count, and the clock works them out anew at once.
UPDATE deadlines SET next = 1, since = max(since, coalesce((SELECT at FROM presence), since))
    WHERE since IS NOT NULL AND spent < budget AND (table_id, seat) IN (
        SELECT table_id, seat FROM seats JOIN users ON users.id = user
        WHERE CASE WHEN json_valid(settings) THEN 24 + json_extract(settings, '$.quiet[1]')
            - json_extract(settings, '$.quiet[0]') END % 24 > 12);
UPDATE users
    SET settings = json_set(settings, '$.quiet[1]', (json_extract(settings, '$.quiet[0]') + 12) % 24)
    WHERE CASE WHEN json_valid(settings) THEN 24 + json_extract(settings, '$.quiet[1]')
        - json_extract(settings, '$.quiet[0]') END % 24 > 12;

UPDATE outbox SET kind = 'noted' WHERE kind IN ('decided', 'absent', 'left');

UPDATE users
    SET settings = json_remove(json_set(settings, '$.calls',
        CASE json_extract(settings, '$.pings') WHEN 0 THEN 'none' ELSE 'channel' END), '$.pings')
    WHERE CASE WHEN json_valid(settings) THEN json_extract(settings, '$.pings') END IS NOT NULL;
