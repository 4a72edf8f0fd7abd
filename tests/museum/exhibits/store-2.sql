-- Version 2 of the tables: nothing is deleted from these either. Behind those of the versions before.
CREATE TRIGGER numbers_stay BEFORE DELETE ON numbers BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER numbers_are_as_they_were BEFORE UPDATE ON numbers BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER rounds_stay BEFORE DELETE ON rounds BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER rounds_are_as_they_were BEFORE UPDATE ON rounds BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER pairings_stay BEFORE DELETE ON pairings BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER pairings_are_as_they_were BEFORE UPDATE ON pairings BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER anchors_stay BEFORE DELETE ON anchors BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER anchors_are_as_they_were BEFORE UPDATE ON anchors BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
PRAGMA user_version=2;
