-- What a hall keeps for its broker, as version 1 of its tables wrote it: ten events, of which the broker has four.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE event (seq INTEGER PRIMARY KEY, board TEXT NOT NULL, payload TEXT NOT NULL);
CREATE TABLE board (id TEXT PRIMARY KEY, board_seq INTEGER NOT NULL, link TEXT NOT NULL, game TEXT NOT NULL,
                    moves TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE alert (id INTEGER PRIMARY KEY, board TEXT NOT NULL, digest TEXT NOT NULL);
INSERT INTO meta VALUES('journal','x9'),('run','3'),('head','10'),('bytes','2000'),('given_up','0'),('acknowledged','4');
INSERT INTO event VALUES(1, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":1,"board":"dgt-1","board_seq":1,"kind":"link","link":"up"}');
INSERT INTO event VALUES(2, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":2,"board":"dgt-1","board_seq":2,"kind":"link","link":"up"}');
INSERT INTO event VALUES(3, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":3,"board":"dgt-1","board_seq":3,"kind":"link","link":"up"}');
INSERT INTO event VALUES(4, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":4,"board":"dgt-1","board_seq":4,"kind":"link","link":"up"}');
INSERT INTO event VALUES(5, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":5,"board":"dgt-1","board_seq":5,"kind":"link","link":"up"}');
INSERT INTO event VALUES(6, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":6,"board":"dgt-1","board_seq":6,"kind":"link","link":"up"}');
INSERT INTO event VALUES(7, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":7,"board":"dgt-1","board_seq":7,"kind":"link","link":"up"}');
INSERT INTO event VALUES(8, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":8,"board":"dgt-1","board_seq":8,"kind":"link","link":"up"}');
INSERT INTO event VALUES(9, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":9,"board":"dgt-1","board_seq":9,"kind":"link","link":"up"}');
INSERT INTO event VALUES(10, 'dgt-1', '{"schema":1,"hall":"A","journal":"x9","seq":10,"board":"dgt-1","board_seq":10,"kind":"link","link":"up"}');
INSERT INTO board VALUES('dgt-1', 10, 'up', 'g', '[1,2,3]');
INSERT INTO alert VALUES(1, 'dgt-1', 'd1');
PRAGMA user_version=1;
