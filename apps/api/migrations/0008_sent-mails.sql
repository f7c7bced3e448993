CREATE TABLE `sent_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`mailbox` text NOT NULL,
	`caused_by` text,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sent_mails_mailbox` ON `sent_mails` (`kind`,`mailbox`,`sent_at`);--> statement-breakpoint
CREATE INDEX `sent_mails_cause` ON `sent_mails` (`kind`,`caused_by`,`sent_at`);--> statement-breakpoint
CREATE INDEX `sent_mails_age` ON `sent_mails` (`sent_at`);