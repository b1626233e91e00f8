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
INSERT INTO "events" VALUES(1,'aaaabbbbcccc',1,1790000000000,'start',NULL,'{"spec": "atmalof", "opponent": "friend", "level": null, "engine_seat": null, "clock": null, "names": ["Ada", ""], "joined": [true, false], "seed": null, "setup": null, "commitment": "c5300d9bd285cfa7db12c634a184168e38f6f70e25b520096f50b6faba291106", "series": {"game": 1, "score": [0.0, 0.0], "previous": null}}');
INSERT INTO "events" VALUES(2,'aaaabbbbcccc',2,1790000001500,'join',1,'{"name": "Bo", "nonce": "bo"}');
INSERT INTO "events" VALUES(3,'aaaabbbbcccc',3,1790000003000,'nonce',0,'{"nonce": "ada"}');
INSERT INTO "events" VALUES(4,'aaaabbbbcccc',4,1790000004500,'move',0,'{"text": "R3"}');
INSERT INTO "events" VALUES(5,'aaaabbbbcccc',5,1790000006000,'roll',0,'{"k": 0, "face": 2}');
INSERT INTO "events" VALUES(6,'aaaabbbbcccc',6,1790000007500,'move',1,'{"text": "C2"}');
INSERT INTO "events" VALUES(7,'aaaabbbbcccc',7,1790000007500,'roll',1,'{"k": 1, "face": 6}');
INSERT INTO "events" VALUES(8,'aaaabbbbcccc',8,1790000009000,'offer',0,'{"what": "takeback"}');
INSERT INTO "events" VALUES(9,'aaaabbbbcccc',9,1790000010500,'decline',1,'{"what": "takeback"}');
INSERT INTO "events" VALUES(10,'aaaabbbbcccc',10,1790000012000,'move',0,'{"text": "3.2-2.2"}');
INSERT INTO "events" VALUES(11,'aaaabbbbcccc',11,1790000013500,'move',1,'{"text": "C2"}');
INSERT INTO "events" VALUES(12,'aaaabbbbcccc',12,1790000013500,'roll',1,'{"k": 2, "face": 4}');
INSERT INTO "events" VALUES(13,'aaaabbbbcccc',13,1790000015000,'move',0,'{"text": "C5"}');
INSERT INTO "events" VALUES(14,'aaaabbbbcccc',14,1790000015000,'roll',0,'{"k": 3, "face": 1}');
INSERT INTO "events" VALUES(15,'aaaabbbbcccc',15,1790000016500,'move',1,'{"text": "6.2-7.1"}');
INSERT INTO "events" VALUES(16,'aaaabbbbcccc',16,1790000018000,'move',0,'{"text": "2.2-3.1"}');
INSERT INTO "events" VALUES(17,'aaaabbbbcccc',17,1790000019500,'move',1,'{"text": "7.1-6.2"}');
INSERT INTO "events" VALUES(18,'aaaabbbbcccc',18,1790000021000,'resign',0,'{}');
INSERT INTO "events" VALUES(19,'ddddeeeeffff',1,1790000021000,'start',NULL,'{"spec": "mammalath", "opponent": "same-device", "level": null, "engine_seat": null, "clock": null, "names": ["", ""], "joined": [true, true], "seed": 5, "setup": "BBABEC/FECFCE/BFDDBD/ECEAFA/AECBDC/AFFDAD", "commitment": null, "series": {"game": 1, "score": [0.0, 0.0], "previous": null}}');
INSERT INTO "events" VALUES(20,'ddddeeeeffff',2,1790000022500,'move',0,'{"text": "d1"}');
INSERT INTO "events" VALUES(21,'ddddeeeeffff',3,1790000024000,'takeback',NULL,'{"plies": 1}');
INSERT INTO "events" VALUES(22,'ddddeeeeffff',4,1790000025500,'move',0,'{"text": "d6"}');
INSERT INTO "events" VALUES(23,'ddddeeeeffff',5,1790000027000,'move',1,'{"text": "d1"}');
INSERT INTO "events" VALUES(24,'ddddeeeeffff',6,1790000028500,'move',0,'{"text": "xf1-d3"}');
INSERT INTO "events" VALUES(25,'ddddeeeeffff',7,1790000030000,'move',1,'{"text": "xb1-b3"}');
INSERT INTO "events" VALUES(26,'ddddeeeeffff',8,1790000031500,'move',0,'{"text": "c6"}');
INSERT INTO "events" VALUES(27,'ddddeeeeffff',9,1790000033000,'move',1,'{"text": "xe4-c6"}');
INSERT INTO "events" VALUES(28,'ddddeeeeffff',10,1790000034500,'move',0,'{"text": "b2"}');
INSERT INTO "events" VALUES(29,'ddddeeeeffff',11,1790000036000,'move',1,'{"text": "e4"}');
INSERT INTO "events" VALUES(30,'ddddeeeeffff',12,1790000037500,'move',0,'{"text": "e3"}');
INSERT INTO "events" VALUES(31,'ddddeeeeffff',13,1790000039000,'move',1,'{"text": "xc3-c5"}');
INSERT INTO "events" VALUES(32,'ddddeeeeffff',14,1790000040500,'move',0,'{"text": "xA"}');
INSERT INTO "events" VALUES(33,'ddddeeeeffff',15,1790000042000,'move',1,'{"text": "a4"}');
INSERT INTO "events" VALUES(34,'ddddeeeeffff',16,1790000043500,'move',0,'{"text": "f5"}');
INSERT INTO "events" VALUES(35,'ddddeeeeffff',17,1790000045000,'move',1,'{"text": "xa3-a5"}');
INSERT INTO "events" VALUES(36,'gggghhhhjjjj',1,1790000045000,'start',NULL,'{"spec": "atoll", "opponent": "friend", "level": null, "engine_seat": null, "clock": {"kind": "sudden", "seconds": 600, "increment": 5}, "names": ["", "Di"], "joined": [false, true], "seed": null, "setup": null, "commitment": null, "series": {"game": 1, "score": [0.0, 0.0], "previous": null}}');
INSERT INTO "events" VALUES(37,'gggghhhhjjjj',2,1790000046500,'join',0,'{"name": "Cy", "nonce": ""}');
INSERT INTO "events" VALUES(38,'gggghhhhjjjj',3,1790000048000,'move',0,'{"text": "b5"}');
INSERT INTO "events" VALUES(39,'gggghhhhjjjj',4,1790000049500,'move',1,'{"text": "h9"}');
INSERT INTO "events" VALUES(40,'gggghhhhjjjj',5,1790000051000,'move',0,'{"text": "d5"}');
INSERT INTO "events" VALUES(41,'gggghhhhjjjj',6,1790000052500,'move',1,'{"text": "a2"}');
INSERT INTO "events" VALUES(42,'gggghhhhjjjj',7,1790000054000,'move',0,'{"text": "k3"}');
INSERT INTO "events" VALUES(43,'gggghhhhjjjj',8,1790000055500,'move',1,'{"text": "d2"}');
INSERT INTO "events" VALUES(44,'gggghhhhjjjj',9,1790000057000,'move',0,'{"text": "f10"}');
INSERT INTO "events" VALUES(45,'gggghhhhjjjj',10,1790000058500,'move',1,'{"text": "e2"}');
INSERT INTO "events" VALUES(46,'gggghhhhjjjj',11,1790000060000,'move',0,'{"text": "c7"}');
INSERT INTO "events" VALUES(47,'gggghhhhjjjj',12,1790000061500,'offer',0,'{"what": "draw"}');
INSERT INTO "events" VALUES(48,'gggghhhhjjjj',13,1790000063000,'agree',NULL,'{}');
INSERT INTO "events" VALUES(49,'gggghhhhjjjj',14,1790000064500,'offer',1,'{"what": "rematch"}');
INSERT INTO "events" VALUES(50,'ppppqqqqrrrr',1,1790000066000,'start',NULL,'{"spec": "atoll", "opponent": "friend", "level": null, "engine_seat": null, "clock": {"kind": "sudden", "seconds": 600, "increment": 5}, "names": ["Di", "Cy"], "joined": [true, true], "seed": null, "setup": null, "commitment": null, "series": {"game": 2, "score": [0.5, 0.5], "previous": "gggghhhhjjjj"}}');
INSERT INTO "events" VALUES(51,'gggghhhhjjjj',15,1790000066000,'rematch',0,'{"next": "ppppqqqqrrrr"}');
INSERT INTO "events" VALUES(52,'ssssttttuuuu',1,1790000066000,'start',NULL,'{"spec": "almatafl", "opponent": "same-device", "level": null, "engine_seat": null, "clock": {"kind": "days", "days": 3}, "names": ["", ""], "joined": [true, true], "seed": null, "setup": null, "commitment": null, "series": {"game": 1, "score": [0.0, 0.0], "previous": null}}');
INSERT INTO "events" VALUES(53,'ssssttttuuuu',2,1790000067500,'move',0,'{"text": "g2-h2"}');
INSERT INTO "events" VALUES(54,'ssssttttuuuu',3,1790000069000,'move',1,'{"text": "e6-d5"}');
INSERT INTO "events" VALUES(55,'ssssttttuuuu',4,1790000070500,'move',0,'{"text": "b4-c4"}');
INSERT INTO "events" VALUES(56,'ssssttttuuuu',5,1790000072000,'move',1,'{"text": "e7-e8"}');
INSERT INTO "events" VALUES(57,'ssssttttuuuu',6,1790000073500,'move',0,'{"text": "j4-i4"}');
INSERT INTO "events" VALUES(58,'ssssttttuuuu',7,1790000075000,'move',1,'{"text": "h5-i5"}');
INSERT INTO "events" VALUES(59,'ssssttttuuuu',8,1790000076500,'move',0,'{"text": "c2-d2"}');
INSERT INTO "events" VALUES(60,'ssssttttuuuu',9,1790000078000,'move',1,'{"text": "e5-d5"}');
INSERT INTO "events" VALUES(61,'ssssttttuuuu',10,1790000079500,'move',0,'{"text": "b2-b3"}');
INSERT INTO "events" VALUES(62,'ssssttttuuuu',11,1790000081000,'move',1,'{"text": "f6-e6"}');
INSERT INTO "events" VALUES(63,'ssssttttuuuu',12,1790000082500,'move',0,'{"text": "b3-b5"}');
INSERT INTO "events" VALUES(64,'ssssttttuuuu',13,1790000084000,'move',1,'{"text": "e8-e7"}');
INSERT INTO "events" VALUES(65,'vvvvwwwwxxxx',1,1790000084000,'start',NULL,'{"spec": "atoll:hex-9,pie=yes", "opponent": "engine", "level": 4, "engine_seat": 1, "clock": null, "names": ["Ed", ""], "joined": [true, true], "seed": null, "setup": null, "commitment": null, "series": {"game": 1, "score": [0.0, 0.0], "previous": null}}');
INSERT INTO "events" VALUES(66,'vvvvwwwwxxxx',2,1790000085500,'move',0,'{"text": "a4"}');
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
INSERT INTO "games" VALUES('aaaabbbbcccc',1790000000000,X'D4301A5B43D9A1C003B2BE96983502D17F26961099CD2DF38B3EA460E34F955E',18,1,NULL,0,0);
INSERT INTO "games" VALUES('ddddeeeeffff',1790000021000,NULL,17,0,NULL,0,0);
INSERT INTO "games" VALUES('gggghhhhjjjj',1790000045000,NULL,15,1,NULL,0,0);
INSERT INTO "games" VALUES('ppppqqqqrrrr',1790000066000,NULL,1,0,NULL,0,0);
INSERT INTO "games" VALUES('ssssttttuuuu',1790000066000,NULL,13,0,1790259284000,0,0);
INSERT INTO "games" VALUES('vvvvwwwwxxxx',1790000084000,NULL,2,0,NULL,1,0);
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
INSERT INTO "seats" VALUES('aaaabbbbcccc','432b449031cfdd2d622f52fc5e4cbd536cd2abe96da73b80d4e42ec8539ef30d',0);
INSERT INTO "seats" VALUES('aaaabbbbcccc','7ffae6d065e53ff7468952812e13458f34118524e22854b6d24d4d5f468e05cf',1);
INSERT INTO "seats" VALUES('ddddeeeeffff','16b6f02b60e9b65ceee4b69c8b82626388ca9d093b276ad2c979971b7768fbdc',2);
INSERT INTO "seats" VALUES('gggghhhhjjjj','bf8318ceb507db494d7a265fb754b5357e1020a07d2ba92352ff5d1bbc88673e',1);
INSERT INTO "seats" VALUES('gggghhhhjjjj','4d1602af8460b10e71700d1bb870441036a247ca1f5388b949a65dd2a0a97b8a',0);
INSERT INTO "seats" VALUES('ppppqqqqrrrr','bf8318ceb507db494d7a265fb754b5357e1020a07d2ba92352ff5d1bbc88673e',0);
INSERT INTO "seats" VALUES('ppppqqqqrrrr','4d1602af8460b10e71700d1bb870441036a247ca1f5388b949a65dd2a0a97b8a',1);
INSERT INTO "seats" VALUES('ssssttttuuuu','610be4219e0b72e5e08d5e79a87f2040b9ffbd90bffeefacc7971d9d1a80ddb7',2);
INSERT INTO "seats" VALUES('vvvvwwwwxxxx','1b9e4f6de2a37fa6b03e85408797687d4a82a0bf70bccfe5228ac85db5bc0500',0);
CREATE TABLE studies (
	id VARCHAR(16) NOT NULL, 
	created BIGINT NOT NULL, 
	record TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX games_due ON games (due);
CREATE INDEX games_engine_due ON games (engine_due);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',66);
COMMIT;
