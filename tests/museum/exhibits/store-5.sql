-- Version 5: alerts that were handed to somebody. Behind those of the versions before.
ALTER TABLE alerts ADD COLUMN handed_to TEXT NOT NULL DEFAULT '';
ALTER TABLE alerts ADD COLUMN handed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE alerts ADD COLUMN handed_utc TEXT NOT NULL DEFAULT '';
UPDATE alerts SET handed_to='Anna', handed_by='desk', handed_utc='2026-11-27T18:00:00.000Z' WHERE id=7;
PRAGMA user_version=5;
