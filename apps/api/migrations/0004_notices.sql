CREATE TABLE `notices` (
	`id` text PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))) NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL,
	`until` integer NOT NULL,
	`way` text,
	`reason` text,
	`decided_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_event` ON `notices` (`member_id`,`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `notices_created` ON `notices` (`created_at`);--> statement-breakpoint
ALTER TABLE `member_settings` ADD `push_extracts` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `member_settings` ADD `email_digest` integer DEFAULT true NOT NULL;