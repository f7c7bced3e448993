CREATE TABLE `conversation_openings` (
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `conversation_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversation_openings_conversation` ON `conversation_openings` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `conversation_openings_expiry` ON `conversation_openings` (`expires_at`);