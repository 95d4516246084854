-- Servers that were welcomed (host/welcome.py), and guided first rounds (host/lessons.py).

CREATE TABLE servers (
    id INTEGER PRIMARY KEY,
    welcomed INTEGER NOT NULL           -- when
);

ALTER TABLE tables ADD COLUMN is_lesson INTEGER NOT NULL DEFAULT 0;   -- counts nowhere
