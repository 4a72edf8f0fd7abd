-- Version 3: boards that have left the wall. Behind those of the versions before.
CREATE TABLE forgotten(
  id INTEGER PRIMARY KEY, board TEXT NOT NULL, log TEXT NOT NULL, utc TEXT NOT NULL, by TEXT NOT NULL) STRICT;
CREATE TRIGGER forgotten_stay BEFORE DELETE ON forgotten BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER forgotten_are_as_they_were BEFORE UPDATE ON forgotten BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
INSERT INTO forgotten VALUES(1, 'dgt-01025', 'dgt-01025/0.jscan', '2026-11-22T18:00:00.000Z', 'admin');
PRAGMA user_version=3;
