-- Version 6: what is said at the desk. Behind those of the versions before.
CREATE TABLE table_places(
  id INTEGER PRIMARY KEY, number INTEGER NOT NULL, x INTEGER, y INTEGER, utc TEXT NOT NULL, by TEXT NOT NULL) STRICT;
CREATE TABLE attendances(
  id INTEGER PRIMARY KEY, who TEXT NOT NULL, board TEXT NOT NULL, utc TEXT NOT NULL, until_utc TEXT NOT NULL) STRICT;
CREATE TABLE notes(
  id INTEGER PRIMARY KEY, utc TEXT NOT NULL, by TEXT NOT NULL, board TEXT NOT NULL, log TEXT NOT NULL,
  alert INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
CREATE INDEX notes_of_log ON notes(board, log);
CREATE TRIGGER notes_stay BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER notes_are_as_they_were BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER table_places_stay BEFORE DELETE ON table_places BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER table_places_are_as_they_were BEFORE UPDATE ON table_places
  BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER attendances_stay BEFORE DELETE ON attendances BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER attendances_are_as_they_were BEFORE UPDATE ON attendances
  BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
INSERT INTO table_places VALUES(1, 12, 3, 0, '2026-11-27T17:00:00.000Z', 'desk');
INSERT INTO attendances VALUES(1, 'Anna', 'dgt-01025', '2026-11-27T17:00:00.000Z', '2026-11-27T18:00:00.000Z');
INSERT INTO notes VALUES(1, '2026-11-27T17:00:00.000Z', 'Anna', 'dgt-01025', 'dgt-01025/1.jscan', 7, 'both saw it');
PRAGMA user_version=6;
