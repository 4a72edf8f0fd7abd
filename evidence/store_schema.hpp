// The tables of the store, version by version.
#pragma once

#include <array>

#include "desk/desk_tables.hpp"

namespace jadoube::arbiter {

/// Statement i makes a store of version i into one of version i + 1; an empty file is version 0. What has
/// once been released is never changed here, only added to.
inline constexpr std::array kSchemaSteps{
    R"(
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
)",
    R"(
CREATE TRIGGER numbers_stay BEFORE DELETE ON numbers BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER numbers_are_as_they_were BEFORE UPDATE ON numbers BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER rounds_stay BEFORE DELETE ON rounds BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER rounds_are_as_they_were BEFORE UPDATE ON rounds BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER pairings_stay BEFORE DELETE ON pairings BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER pairings_are_as_they_were BEFORE UPDATE ON pairings BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER anchors_stay BEFORE DELETE ON anchors BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER anchors_are_as_they_were BEFORE UPDATE ON anchors BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
)",
    R"(
CREATE TABLE forgotten(
  id INTEGER PRIMARY KEY, board TEXT NOT NULL, log TEXT NOT NULL, utc TEXT NOT NULL, by TEXT NOT NULL) STRICT;
CREATE TRIGGER forgotten_stay BEFORE DELETE ON forgotten BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER forgotten_are_as_they_were BEFORE UPDATE ON forgotten BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
)",
    R"(
ALTER TABLE pairings ADD COLUMN start TEXT NOT NULL DEFAULT '';
)",
    R"(
ALTER TABLE alerts ADD COLUMN handed_to TEXT NOT NULL DEFAULT '';
ALTER TABLE alerts ADD COLUMN handed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE alerts ADD COLUMN handed_utc TEXT NOT NULL DEFAULT '';
)",
    desk::kDeskSchema.data(),
    R"(
ALTER TABLE audit ADD COLUMN code TEXT NOT NULL DEFAULT '';
)",
    // Whoever reads alerts as they change asks for those behind the last change that he has seen.
    R"(
CREATE TABLE source(name TEXT NOT NULL, changes INTEGER NOT NULL) STRICT;
CREATE TABLE alert_changes(number INTEGER PRIMARY KEY, alert INTEGER NOT NULL UNIQUE) STRICT;
INSERT INTO alert_changes(alert) SELECT id FROM alerts ORDER BY id;
INSERT INTO source SELECT lower(hex(randomblob(16))), count(*) FROM alert_changes;
CREATE TRIGGER alert_is_new AFTER INSERT ON alerts BEGIN
  UPDATE source SET changes = changes + 1;
  INSERT INTO alert_changes SELECT changes, new.id FROM source;
END;
CREATE TRIGGER alert_is_changed AFTER UPDATE ON alerts BEGIN
  UPDATE source SET changes = changes + 1;
  UPDATE alert_changes SET number = (SELECT changes FROM source) WHERE alert = new.id;
END;
)",
};

}  // namespace jadoube::arbiter
