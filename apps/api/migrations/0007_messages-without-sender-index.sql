-- A text is found by its conversation; an index by sender cost every message a page of its own. Rows keep their place.
CREATE TABLE `__new_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text DEFAULT 'text' NOT NULL,
	`sender_id` text,
	`content` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "messages_content" CHECK(length(content) <= 4000 and (kind <> 'text' or length(content) > 0))
);
--> statement-breakpoint
INSERT INTO `__new_messages`(rowid, "id", "conversation_id", "seq", "kind", "sender_id", "content", "created_at") SELECT rowid, "id", "conversation_id", "seq", "kind", "sender_id", "content", "created_at" FROM `messages`;--> statement-breakpoint
DROP TABLE `messages`;--> statement-breakpoint
ALTER TABLE `__new_messages` RENAME TO `messages`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_sequence` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `messages_lines` ON `messages` (`sender_id`) WHERE kind <> 'text';