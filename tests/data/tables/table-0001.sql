BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	game VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	data JSON NOT NULL, 
	CONSTRAINT events_game_number UNIQUE (game, number), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "events" VALUES(1,'abcdefghjkmn',1,1790000000000,'start',NULL,'{"spec": "atoll:hex-9", "opponent": "friend", "level": null, "engine_seat": null, "clock": {"kind": "days", "days": 3}, "names": ["Ada", ""], "joined": [true, false], "seed": null, "setup": null, "commitment": null, "series": {"game": 1, "score": [0.0, 0.0], "previous": null}}');
INSERT INTO "events" VALUES(2,'abcdefghjkmn',2,1790000001000,'join',1,'{"name": "Bo", "nonce": "bo"}');
INSERT INTO "events" VALUES(3,'abcdefghjkmn',3,1790000002000,'move',0,'{"text": "e5"}');
INSERT INTO "events" VALUES(4,'abcdefghjkmn',4,1790000003000,'move',1,'{"text": "c7"}');
INSERT INTO "events" VALUES(5,'abcdefghjkmn',5,1790000004000,'move',0,'{"text": "d4"}');
CREATE TABLE games (
	id VARCHAR(16) NOT NULL, 
	created BIGINT NOT NULL, 
	dice_secret BLOB, 
	number INTEGER NOT NULL, 
	is_over BOOLEAN NOT NULL, 
	due BIGINT, 
	engine_due BOOLEAN NOT NULL, 
	thinking_until BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('abcdefghjkmn',1790000000000,NULL,5,0,1790259204000,0,0);
CREATE TABLE pulse (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE seats (
	game VARCHAR(16) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	seat INTEGER NOT NULL, 
	PRIMARY KEY (game, hash), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('abcdefghjkmn','e0a5091e7f566a51018100473bf5078fe614e6dde73a7592c1161ecd6ec3826a',0);
INSERT INTO "seats" VALUES('abcdefghjkmn','0ae70fa044cf10a0fc3887b85fe3675acc620a7d15e588e5f1f47e8b27787e5f',1);
CREATE TABLE studies (
	id VARCHAR(16) NOT NULL, 
	created BIGINT NOT NULL, 
	record TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX games_due ON games (due);
CREATE INDEX games_engine_due ON games (engine_due);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',5);
COMMIT;
