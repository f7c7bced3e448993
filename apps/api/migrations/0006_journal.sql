-- The journal only grows.
CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only');
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE audit_search USING fts5(
	search_text,
	content = 'audit_entries',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
CREATE TRIGGER audit_search_insert AFTER INSERT ON audit_entries BEGIN
	INSERT INTO audit_search (rowid, search_text) VALUES (new.position, new.search_text);
END;
--> statement-breakpoint
-- What was written to the team, by its own id: the rows of contact_messages have no lasting number to be found by.
CREATE VIRTUAL TABLE contact_search USING fts5(
	id UNINDEXED,
	content,
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
INSERT INTO contact_search (id, content)
	SELECT id, replace(replace(lower(name || char(10) || email || char(10) || subject || char(10) || message), 'œ', 'oe'), 'æ', 'ae') FROM contact_messages;
--> statement-breakpoint
CREATE TRIGGER contact_search_insert AFTER INSERT ON contact_messages BEGIN
	INSERT INTO contact_search (id, content)
		VALUES (new.id, replace(replace(lower(new.name || char(10) || new.email || char(10) || new.subject || char(10) || new.message), 'œ', 'oe'), 'æ', 'ae'));
END;
--> statement-breakpoint
CREATE TRIGGER contact_search_delete AFTER DELETE ON contact_messages BEGIN
	DELETE FROM contact_search WHERE id = old.id;
END;
