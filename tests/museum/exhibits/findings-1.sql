-- Findings of two logs, as version 1 of these tables had them.
CREATE TABLE logs (
  path TEXT PRIMARY KEY,
  board TEXT, event TEXT, round TEXT, white TEXT, black TEXT, law TEXT,
  utc_start TEXT,
  records INTEGER NOT NULL, games INTEGER NOT NULL, plies INTEGER NOT NULL,
  problems INTEGER NOT NULL, problem TEXT, unreadable TEXT,
  serious INTEGER NOT NULL
);
CREATE TABLE findings (
  log TEXT NOT NULL REFERENCES logs (path) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  kind TEXT NOT NULL, grade TEXT NOT NULL, state TEXT NOT NULL, reason TEXT,
  side TEXT, ply INTEGER NOT NULL, played TEXT, squares TEXT NOT NULL,
  t_us INTEGER NOT NULL, utc TEXT,
  from_us INTEGER NOT NULL, to_us INTEGER NOT NULL, from_utc TEXT, to_utc TEXT,
  before_fen TEXT, text TEXT NOT NULL,
  law TEXT, article TEXT, authority TEXT, advice TEXT,
  command TEXT NOT NULL, url TEXT,
  PRIMARY KEY (log, id)
);
CREATE INDEX findings_by_kind ON findings (kind, grade, utc);
INSERT INTO logs VALUES('a.jscan','dgt-1','Open','3','Adams','Brown','fide-2023-std','2026-11-21T18:00:00.000Z',100,1,20,0,NULL,NULL,1);
INSERT INTO logs VALUES('b.jscan','dgt-2','Open','3','Clark','Davis','fide-2023-std',NULL,80,1,12,1,'b.jscan: is empty',NULL,0);
INSERT INTO findings VALUES('a.jscan',3,'illegal_move','A','opened','king_in_check','black',20,'c8g4','c8 g4',60700000,NULL,59400000,60300000,NULL,NULL,
  'r1bqk2r/8/8/8/8/8/8/4K3 b - - 0 10','Black bishop c8-g4.','fide-2023-std','7.5.1','MUST','Put it back.','jadoube evidence a.jscan',NULL);
PRAGMA application_id=1784767558;
PRAGMA user_version=1;
