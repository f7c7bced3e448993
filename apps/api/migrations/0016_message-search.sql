CREATE TABLE `message_indexes` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_indexes_conversation_id_unique` ON `message_indexes` (`conversation_id`);
--> statement-breakpoint
-- Words that bear the number of their conversation: a search reads those of the searcher's own only. They come from the
-- server already folded, and the characters of other scripts are words too.
CREATE VIRTUAL TABLE messages_search USING fts5(
	words,
	tokenize = 'ascii',
	detail = 'none',
	columnsize = 0
);
--> statement-breakpoint
-- What is deleted leaves the index at once, not with a later merge.
INSERT INTO messages_search (messages_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER message_indexes_delete AFTER DELETE ON message_indexes BEGIN
	DELETE FROM messages_search WHERE rowid > old.number * 16777216 AND rowid < (old.number + 1) * 16777216;
END;
