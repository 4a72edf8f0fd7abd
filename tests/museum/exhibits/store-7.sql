-- Version 7: what was done, for every language. Behind those of the versions before.
ALTER TABLE audit ADD COLUMN code TEXT NOT NULL DEFAULT '';
INSERT INTO audit VALUES(2, '2026-11-27T17:00:00.000Z', 'desk', 'arbiter', 'handed to Anna', 'dgt-01025', 7, '["handed to {1}","Anna"]');
PRAGMA user_version=7;
