-- Rebuilt, because a message may have files and no text.
CREATE TABLE `__new_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text DEFAULT 'text' NOT NULL,
	`sender_id` text,
	`content` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`revision` integer DEFAULT 0 NOT NULL,
	`edited_at` integer,
	`reply_to` text,
	`mentions` text,
	`solution_by` text,
	`solution_confirmed` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "messages_content" CHECK(length(content) <= 4000)
);
--> statement-breakpoint
INSERT INTO `__new_messages`("id", "conversation_id", "seq", "kind", "sender_id", "content", "created_at", "deleted_at") SELECT "id", "conversation_id", "seq", "kind", "sender_id", "content", "created_at", "deleted_at" FROM `messages` ORDER BY rowid;--> statement-breakpoint
DROP TABLE `messages`;--> statement-breakpoint
ALTER TABLE `__new_messages` RENAME TO `messages`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_sequence` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `messages_lines` ON `messages` (`sender_id`) WHERE kind <> 'text';--> statement-breakpoint
CREATE INDEX `messages_deleted` ON `messages` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `messages_changes` ON `messages` (`conversation_id`,`revision`) WHERE revision > 0;--> statement-breakpoint
CREATE INDEX `messages_replies` ON `messages` (`reply_to`) WHERE reply_to is not null;--> statement-breakpoint
ALTER TABLE `conversations` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `muted_at` integer;--> statement-breakpoint
CREATE TABLE `message_reactions` (
	`message_id` text NOT NULL,
	`member_id` text NOT NULL,
	`emoji` text NOT NULL,
	PRIMARY KEY(`message_id`, `member_id`, `emoji`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_reactions_member` ON `message_reactions` (`member_id`);--> statement-breakpoint
CREATE TABLE `message_versions` (
	`message_id` text NOT NULL,
	`revision` integer NOT NULL,
	`content` text NOT NULL,
	`replaced_at` integer NOT NULL,
	PRIMARY KEY(`message_id`, `revision`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_versions_replaced` ON `message_versions` (`replaced_at`);
