-- Full-text index of the SOS, on text that is already folded (lower case, no accents, no ligatures).
CREATE VIRTUAL TABLE sos_search USING fts5(
	search_text,
	content = 'sos_requests',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
CREATE TRIGGER sos_search_insert AFTER INSERT ON sos_requests BEGIN
	INSERT INTO sos_search (rowid, search_text) VALUES (new.position, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER sos_search_delete AFTER DELETE ON sos_requests BEGIN
	INSERT INTO sos_search (sos_search, rowid, search_text) VALUES ('delete', old.position, old.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER sos_search_update AFTER UPDATE OF search_text ON sos_requests BEGIN
	INSERT INTO sos_search (sos_search, rowid, search_text) VALUES ('delete', old.position, old.search_text);
	INSERT INTO sos_search (rowid, search_text) VALUES (new.position, new.search_text);
END;
