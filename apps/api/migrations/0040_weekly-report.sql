CREATE TABLE `weekly_reports` (
	`day` integer PRIMARY KEY NOT NULL,
	`active` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `member_settings` ADD `email_report` integer DEFAULT true NOT NULL;