-- Rebuilt, because the removal of a message, an SOS or an article is a measure too.
CREATE TABLE `__new_case_decisions` (
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
	CONSTRAINT "case_decisions_outcome_known" CHECK(outcome in ('dismissed', 'settled', 'article-removal', 'message-removal', 'sos-removal', 'warning', 'certification', 'suspension', 'deletion')),
	CONSTRAINT "case_decisions_told" CHECK(outcome in ('dismissed', 'settled') or (rule is not null and reason <> ''))
);
--> statement-breakpoint
INSERT INTO `__new_case_decisions`("id", "case_id", "member_id", "outcome", "rule", "reason", "until", "decided_at", "decided_by", "decider_name", "acknowledged_at", "ended_at") SELECT "id", "case_id", "member_id", "outcome", "rule", "reason", "until", "decided_at", "decided_by", "decider_name", "acknowledged_at", "ended_at" FROM `case_decisions`;--> statement-breakpoint
DROP TABLE `case_decisions`;--> statement-breakpoint
ALTER TABLE `__new_case_decisions` RENAME TO `case_decisions`;--> statement-breakpoint
CREATE UNIQUE INDEX `case_decisions_case_id_unique` ON `case_decisions` (`case_id`);--> statement-breakpoint
CREATE INDEX `case_decisions_member` ON `case_decisions` (`member_id`,`decided_at`);--> statement-breakpoint
CREATE INDEX `case_decisions_decider` ON `case_decisions` (`decided_by`);--> statement-breakpoint
CREATE TABLE `decision_recipients` (
	`decision_id` text NOT NULL,
	`member_id` text NOT NULL,
	PRIMARY KEY(`decision_id`, `member_id`),
	FOREIGN KEY (`decision_id`) REFERENCES `case_decisions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `decision_recipients_member` ON `decision_recipients` (`member_id`);
