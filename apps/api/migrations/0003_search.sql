-- Full-text indexes on text that is already folded, with the French stems of its words beside it.
DROP TRIGGER sos_search_insert;
--> statement-breakpoint
DROP TRIGGER sos_search_delete;
--> statement-breakpoint
DROP TRIGGER sos_search_update;
--> statement-breakpoint
DROP TABLE sos_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE sos_search USING fts5(
	search_text,
	search_stems,
	content = 'sos_requests',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
INSERT INTO sos_search (sos_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER sos_search_insert AFTER INSERT ON sos_requests BEGIN
	INSERT INTO sos_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER sos_search_delete AFTER DELETE ON sos_requests BEGIN
	INSERT INTO sos_search (sos_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER sos_search_update AFTER UPDATE OF search_text, search_stems ON sos_requests BEGIN
	INSERT INTO sos_search (sos_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
	INSERT INTO sos_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE summaries_search USING fts5(
	search_text,
	search_stems,
	content = 'sos_summaries',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
CREATE TRIGGER summaries_search_insert AFTER INSERT ON sos_summaries BEGIN
	INSERT INTO summaries_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER summaries_search_delete AFTER DELETE ON sos_summaries BEGIN
	INSERT INTO summaries_search (summaries_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER summaries_search_update AFTER UPDATE OF search_text, search_stems ON sos_summaries BEGIN
	INSERT INTO summaries_search (summaries_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
	INSERT INTO summaries_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;
--> statement-breakpoint
-- The directory's words and specialties, one row each.
CREATE TRIGGER profile_words_insert AFTER INSERT ON profiles BEGIN
	INSERT OR IGNORE INTO profile_words (word, user_id) SELECT value, new.user_id FROM json_each(new.search_words);
END;
--> statement-breakpoint
CREATE TRIGGER profile_words_update AFTER UPDATE OF search_words ON profiles WHEN new.search_words IS NOT old.search_words BEGIN
	DELETE FROM profile_words WHERE user_id = new.user_id;
	INSERT OR IGNORE INTO profile_words (word, user_id) SELECT value, new.user_id FROM json_each(new.search_words);
END;
--> statement-breakpoint
INSERT OR IGNORE INTO profile_specialties (specialty, user_id) SELECT value, user_id FROM profiles, json_each(profiles.specialties);
--> statement-breakpoint
CREATE TRIGGER profile_specialties_insert AFTER INSERT ON profiles BEGIN
	INSERT OR IGNORE INTO profile_specialties (specialty, user_id) SELECT value, new.user_id FROM json_each(new.specialties);
END;
--> statement-breakpoint
CREATE TRIGGER profile_specialties_update AFTER UPDATE OF specialties ON profiles WHEN new.specialties IS NOT old.specialties BEGIN
	DELETE FROM profile_specialties WHERE user_id = new.user_id;
	INSERT OR IGNORE INTO profile_specialties (specialty, user_id) SELECT value, new.user_id FROM json_each(new.specialties);
END;
