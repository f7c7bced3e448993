CREATE TABLE `batch_rows` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`invitation_id` text,
	`known` text,
	`name_key` text DEFAULT '' NOT NULL,
	`mail_domain` text DEFAULT '' NOT NULL,
	`mails_sent` integer DEFAULT 0 NOT NULL,
	`mailed_at` integer,
	`next_mail_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`batch_id`) REFERENCES `invitation_batches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `batch_rows_batch` ON `batch_rows` (`batch_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `batch_rows_invitation` ON `batch_rows` (`invitation_id`) WHERE invitation_id is not null;--> statement-breakpoint
CREATE INDEX `batch_rows_name` ON `batch_rows` (`name_key`) WHERE name_key <> '';--> statement-breakpoint
CREATE INDEX `batch_rows_due` ON `batch_rows` (`mail_domain`,`next_mail_at`) WHERE next_mail_at is not null;--> statement-breakpoint
CREATE INDEX `batch_rows_mailed` ON `batch_rows` (`mail_domain`,`mailed_at`);--> statement-breakpoint
CREATE INDEX `batch_rows_expiry` ON `batch_rows` (`expires_at`) WHERE invitation_id is null;--> statement-breakpoint
CREATE TABLE `invitation_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`list_hash` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`invited` integer NOT NULL,
	`reminded_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_batches_list_hash_unique` ON `invitation_batches` (`list_hash`);--> statement-breakpoint
CREATE INDEX `invitation_batches_created` ON `invitation_batches` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitation_batches_author` ON `invitation_batches` (`author_id`);--> statement-breakpoint
ALTER TABLE `invitations` ADD `batch_id` text REFERENCES invitation_batches(id);--> statement-breakpoint
CREATE INDEX `invitations_batch` ON `invitations` (`batch_id`) WHERE batch_id is not null;