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
