CREATE TABLE `help_requests` (
	`sos_id` text NOT NULL,
	`member_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sos_id`, `member_id`),
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `help_requests_member` ON `help_requests` (`member_id`,`created_at`);