CREATE TABLE `legal_acceptances` (
	`user_id` text NOT NULL,
	`revision` integer NOT NULL,
	`terms` text NOT NULL,
	`privacy` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `revision`),
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `members` ADD `accepted_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `members_accepted` ON `members` (`accepted_revision`);--> statement-breakpoint
-- The form of the sign-up has always said that it accepts the terms and the policy.
INSERT INTO `legal_acceptances` SELECT `id`, 1, '1', '1', `created_at` FROM `members`;--> statement-breakpoint
UPDATE `members` SET `accepted_revision` = 1;
