CREATE TABLE `contact_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `contact_answers_contact` ON `contact_answers` (`contact_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_answers_author` ON `contact_answers` (`author_id`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_label` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`hash` text NOT NULL,
	`search_text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_id_unique` ON `audit_entries` (`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_actor` ON `audit_entries` (`actor_id`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_action` ON `audit_entries` (`action`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_subject` ON `audit_entries` (`subject_id`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_created` ON `audit_entries` (`created_at`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `deleted_seqs` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `members_created` ON `members` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_seen` ON `sessions` (`updated_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `reports_created` ON `reports` (`created_at`);--> statement-breakpoint
CREATE INDEX `sos_requests_resolved` ON `sos_requests` (`resolved_at`) WHERE resolved_at is not null;