CREATE TABLE `announcement_targets` (
	`announcement_id` text NOT NULL,
	`member_id` text NOT NULL,
	PRIMARY KEY(`announcement_id`, `member_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `announcement_targets_member` ON `announcement_targets` (`member_id`);--> statement-breakpoint
ALTER TABLE `announcements` ADD `filters` text;