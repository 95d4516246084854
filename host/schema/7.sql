-- Servers that were welcomed. See host/welcome.py.

CREATE TABLE servers (
    id INTEGER PRIMARY KEY,
    welcomed INTEGER NOT NULL           -- when
);
