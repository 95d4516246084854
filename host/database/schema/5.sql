-- The private panels that people have open in channels. See host/replies.py.

CREATE TABLE replies (
    message INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    token TEXT NOT NULL,                -- secret: whoever has it can change the message
    until INTEGER NOT NULL,             -- when the token dies
    is_closing INTEGER NOT NULL         -- its last edit is still to come
);
CREATE INDEX replies_of_table ON replies (table_id, user);
CREATE INDEX replies_of_user ON replies (user);
CREATE INDEX replies_by_end ON replies (is_closing, until);
