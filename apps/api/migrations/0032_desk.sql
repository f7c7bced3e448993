CREATE TABLE `member_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `member_notes_member` ON `member_notes` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `member_notes_author` ON `member_notes` (`author_id`);--> statement-breakpoint
CREATE INDEX `member_notes_created` ON `member_notes` (`created_at`);--> statement-breakpoint
CREATE TABLE `saved_filters` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`filters` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `saved_filters_name` ON `saved_filters` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `profiles_names` ON `profiles` (`sort_key`,`user_id`);--> statement-breakpoint
CREATE INDEX `profiles_helps` ON `profiles` (`total_help_count`,`user_id`);