-- A store as version 1 of its tables wrote it, with something in each of them.
CREATE TABLE alerts(
  id INTEGER PRIMARY KEY, board TEXT NOT NULL, log TEXT NOT NULL, finding INTEGER NOT NULL, kind TEXT NOT NULL,
  opened_us INTEGER NOT NULL, opened_utc TEXT NOT NULL, closed_utc TEXT NOT NULL, acknowledged_by TEXT NOT NULL,
  acknowledged_utc TEXT NOT NULL, remark TEXT NOT NULL, lines INTEGER NOT NULL, last_us INTEGER NOT NULL,
  said TEXT NOT NULL, authority TEXT NOT NULL, grade TEXT NOT NULL, utc_start TEXT NOT NULL) STRICT;
CREATE INDEX alerts_of_log ON alerts(board, log);
CREATE INDEX alerts_open ON alerts(closed_utc) WHERE closed_utc = '';
CREATE TABLE alert_history(
  alert INTEGER NOT NULL REFERENCES alerts(id), place INTEGER NOT NULL, utc TEXT NOT NULL, by TEXT NOT NULL,
  what TEXT NOT NULL, PRIMARY KEY(alert, place)) STRICT, WITHOUT ROWID;
CREATE TABLE audit(
  id INTEGER PRIMARY KEY, utc TEXT NOT NULL, by TEXT NOT NULL, role TEXT NOT NULL, what TEXT NOT NULL,
  board TEXT NOT NULL, alert INTEGER NOT NULL) STRICT;
CREATE TABLE numbers(
  id INTEGER PRIMARY KEY, board TEXT NOT NULL, number INTEGER NOT NULL, utc TEXT NOT NULL) STRICT;
CREATE TABLE rounds(
  id INTEGER PRIMARY KEY, event TEXT NOT NULL, round INTEGER NOT NULL, utc TEXT NOT NULL, by TEXT NOT NULL,
  text TEXT NOT NULL) STRICT;
CREATE TABLE pairings(
  round INTEGER NOT NULL REFERENCES rounds(id), number INTEGER NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL,
  law TEXT NOT NULL, time_control TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY(round, number))
  STRICT, WITHOUT ROWID;
CREATE TABLE tokens(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
  created_utc TEXT NOT NULL, last_used_utc TEXT NOT NULL DEFAULT '', revoked_utc TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE anchors(
  id INTEGER PRIMARY KEY, log TEXT NOT NULL, bytes INTEGER NOT NULL, digest TEXT NOT NULL, utc TEXT NOT NULL) STRICT;
CREATE INDEX anchors_of_log ON anchors(log);
CREATE TRIGGER alerts_stay BEFORE DELETE ON alerts BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER history_stays BEFORE DELETE ON alert_history BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER history_is_as_it_was BEFORE UPDATE ON alert_history BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER audit_is_as_it_was BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER tokens_stay BEFORE DELETE ON tokens BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
INSERT INTO alerts VALUES(7, 'dgt-01025', 'dgt-01025/1.jscan', 3, 'illegal_move', 60700000, '2026-11-21T18:00:00.000Z', '',
  'tablet 2', '2026-11-21T18:00:09.000Z', 'on my way', 1, 60700000, '"finding":{"id":3}', 'MUST', 'A',
  '2026-11-21T17:59:00.000Z');
INSERT INTO alert_history VALUES(7, 0, '2026-11-21T18:00:00.000Z', 'jadoube', 'opened');
INSERT INTO alert_history VALUES(7, 1, '2026-11-21T18:00:09.000Z', 'tablet 2', 'acknowledged: on my way');
INSERT INTO audit VALUES(1, '2026-11-21T17:00:00.000Z', 'desk', 'arbiter', 'table 12', 'dgt-01025', 0);
INSERT INTO numbers VALUES(1, 'dgt-01025', 12, '2026-11-21T17:00:00.000Z');
INSERT INTO rounds VALUES(1, 'Open', 5, '2026-11-21T17:30:00.000Z', 'desk', 'board,white,black');
INSERT INTO pairings VALUES(1, 12, 'Ann', 'Bo', 'fide-2023-std', '5400+30', '');
INSERT INTO tokens VALUES(1, 'tablet 2', 'arbiter', 'abc', '2026-11-21T16:00:00.000Z', '', '');
INSERT INTO anchors VALUES(1, 'dgt-01025/1.jscan', 4096, 'd1', '2026-11-21T18:00:00.000Z');
PRAGMA user_version=1;
