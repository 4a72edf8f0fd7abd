-- Version 8: alerts have a number that grows with each change. Behind those of the versions before.
CREATE TABLE source(name TEXT NOT NULL, changes INTEGER NOT NULL) STRICT;
CREATE TABLE alert_changes(number INTEGER PRIMARY KEY, alert INTEGER NOT NULL UNIQUE) STRICT;
INSERT INTO alert_changes(alert) SELECT id FROM alerts ORDER BY id;
INSERT INTO source SELECT '0f1e2d3c4b5a69788796a5b4c3d2e1f0', count(*) FROM alert_changes;
CREATE TRIGGER alert_is_new AFTER INSERT ON alerts BEGIN
  UPDATE source SET changes = changes + 1;
  INSERT INTO alert_changes SELECT changes, new.id FROM source;
END;
CREATE TRIGGER alert_is_changed AFTER UPDATE ON alerts BEGIN
  UPDATE source SET changes = changes + 1;
  UPDATE alert_changes SET number = (SELECT changes FROM source) WHERE alert = new.id;
END;
PRAGMA user_version=8;
