ALTER TABLE `conversations` ADD `history_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER history_version_message_update AFTER UPDATE ON messages BEGIN
	UPDATE conversations SET history_version = history_version + 1 WHERE id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER history_version_message_delete AFTER DELETE ON messages BEGIN
	UPDATE conversations SET history_version = history_version + 1 WHERE id = old.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER history_version_reaction_insert AFTER INSERT ON message_reactions BEGIN
	UPDATE conversations SET history_version = history_version + 1
	WHERE id = (SELECT conversation_id FROM messages WHERE id = new.message_id);
END;
--> statement-breakpoint
CREATE TRIGGER history_version_reaction_delete AFTER DELETE ON message_reactions BEGIN
	UPDATE conversations SET history_version = history_version + 1
	WHERE id = (SELECT conversation_id FROM messages WHERE id = old.message_id);
END;
--> statement-breakpoint
CREATE TRIGGER history_version_file_update AFTER UPDATE ON files WHEN new.message_id IS NOT NULL BEGIN
	UPDATE conversations SET history_version = history_version + 1 WHERE id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER history_version_file_delete AFTER DELETE ON files WHEN old.message_id IS NOT NULL BEGIN
	UPDATE conversations SET history_version = history_version + 1 WHERE id = old.conversation_id;
END;
