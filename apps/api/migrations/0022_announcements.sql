CREATE TABLE `announcement_recipients` (
	`announcement_id` text NOT NULL,
	`member_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`announcement_id`, `member_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `announcement_recipients_member` ON `announcement_recipients` (`member_id`,`received_at`,`announcement_id`);--> statement-breakpoint
CREATE INDEX `announcement_recipients_unread` ON `announcement_recipients` (`member_id`,`received_at`) WHERE read_at is null;--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`audience` text NOT NULL,
	`push` integer NOT NULL,
	`mail` integer NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`scheduled_at` integer NOT NULL,
	`started_at` integer,
	`after` text DEFAULT '' NOT NULL,
	`sent_at` integer,
	`cancelled_at` integer,
	`ended_at` integer,
	`recipients` integer DEFAULT 0 NOT NULL,
	`reads` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `announcements_due` ON `announcements` (`scheduled_at`) WHERE started_at is null and cancelled_at is null;--> statement-breakpoint
CREATE INDEX `announcements_created` ON `announcements` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `announcements_sent` ON `announcements` (`sent_at`);--> statement-breakpoint
CREATE INDEX `announcements_author` ON `announcements` (`author_id`);--> statement-breakpoint
ALTER TABLE `member_settings` ADD `notify_announcements` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `member_settings` ADD `email_announcements` integer DEFAULT true NOT NULL;