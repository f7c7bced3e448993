CREATE TABLE `case_contests` (
	`id` text PRIMARY KEY NOT NULL,
	`decision_id` text NOT NULL,
	`text` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`outcome` text,
	`answer` text DEFAULT '' NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`decider_name` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`decision_id`) REFERENCES `case_decisions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "case_contests_outcome_known" CHECK(outcome is null or outcome in ('upheld', 'reversed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `case_contests_decision_id_unique` ON `case_contests` (`decision_id`);--> statement-breakpoint
CREATE INDEX `case_contests_open` ON `case_contests` (`created_at`,`id`) WHERE outcome is null;--> statement-breakpoint
CREATE INDEX `case_contests_decider` ON `case_contests` (`decided_by`);--> statement-breakpoint
CREATE TABLE `case_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`member_id` text,
	`outcome` text NOT NULL,
	`rule` text,
	`reason` text DEFAULT '' NOT NULL,
	`until` integer,
	`decided_at` integer NOT NULL,
	`decided_by` text,
	`decider_name` text NOT NULL,
	`acknowledged_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "case_decisions_outcome_known" CHECK(outcome in ('dismissed', 'settled', 'warning', 'certification', 'suspension', 'deletion')),
	CONSTRAINT "case_decisions_told" CHECK(outcome in ('dismissed', 'settled') or (rule is not null and reason <> ''))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `case_decisions_case_id_unique` ON `case_decisions` (`case_id`);--> statement-breakpoint
CREATE INDEX `case_decisions_member` ON `case_decisions` (`member_id`,`decided_at`);--> statement-breakpoint
CREATE INDEX `case_decisions_decider` ON `case_decisions` (`decided_by`);--> statement-breakpoint
CREATE TABLE `cases` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`message_id` text,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_member` ON `cases` (`member_id`) WHERE closed_at is null and message_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_message` ON `cases` (`message_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `cases_open` ON `cases` (`opened_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `cases_member` ON `cases` (`member_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `cases_closed` ON `cases` (`closed_at`) WHERE closed_at is not null;--> statement-breakpoint
ALTER TABLE `members` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `suspension_id` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `case_id` text REFERENCES cases(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `reports` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `quote` text;--> statement-breakpoint
CREATE INDEX `reports_case` ON `reports` (`case_id`);--> statement-breakpoint
CREATE INDEX `reports_quoted` ON `reports` (`decided_at`) WHERE quote is not null;--> statement-breakpoint
-- Reports that wait get the case that the team opens from the queue.
INSERT INTO `cases` (`id`, `member_id`, `opened_at`) SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), `reported_user_id`, min(`created_at`) FROM `reports` WHERE `status` = 'pending' AND `reported_user_id` IS NOT NULL GROUP BY `reported_user_id`;--> statement-breakpoint
UPDATE `reports` SET `case_id` = (SELECT `id` FROM `cases` WHERE `member_id` = `reported_user_id`) WHERE `status` = 'pending' AND `reported_user_id` IS NOT NULL;
