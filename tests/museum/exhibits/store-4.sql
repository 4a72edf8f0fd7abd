-- Version 4: where a game of a round begins. Behind those of the versions before.
ALTER TABLE pairings ADD COLUMN start TEXT NOT NULL DEFAULT '';
INSERT INTO rounds VALUES(2, 'Open', 6, '2026-11-25T17:30:00.000Z', 'desk', 'board,white,black,start');
INSERT INTO pairings VALUES(2, 12, 'Ann', 'Cy', '', '', '', '342');
PRAGMA user_version=4;
