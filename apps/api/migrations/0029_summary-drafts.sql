CREATE TABLE `summary_consents` (
	`summary_id` text NOT NULL,
	`member_id` text NOT NULL,
	`text_at` integer NOT NULL,
	PRIMARY KEY(`summary_id`, `member_id`),
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `summary_consents_member` ON `summary_consents` (`member_id`);--> statement-breakpoint
CREATE TABLE `summary_versions` (
	`summary_id` text NOT NULL,
	`version` integer NOT NULL,
	`is_correction` integer NOT NULL,
	`author_id` text,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`summary_id`, `version`),
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `summary_versions_author` ON `summary_versions` (`author_id`);--> statement-breakpoint
CREATE TABLE `summary_vetoes` (
	`id` text PRIMARY KEY NOT NULL,
	`summary_id` text NOT NULL,
	`member_id` text,
	`text` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `summary_vetoes_own` ON `summary_vetoes` (`summary_id`,`member_id`,`text`);--> statement-breakpoint
CREATE INDEX `summary_vetoes_member` ON `summary_vetoes` (`member_id`);--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `scheduled_privacy` text;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `review_until` integer;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `corrected_at` integer;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `proposed_version` integer;--> statement-breakpoint
CREATE INDEX `sos_summaries_scheduled` ON `sos_summaries` (`position`) WHERE scheduled_privacy is not null;--> statement-breakpoint
UPDATE `sos_summaries` SET `review_until` = unixepoch() * 1000 + 172800000 WHERE `status` = 'pending' AND `sos_request_id` IS NOT NULL;
