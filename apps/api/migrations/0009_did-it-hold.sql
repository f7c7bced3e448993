CREATE TABLE `article_confirmations` (
	`summary_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`summary_id`, `user_id`),
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `article_confirmations_user` ON `article_confirmations` (`user_id`);--> statement-breakpoint
CREATE TABLE `sos_outcomes` (
	`sos_request_id` text NOT NULL,
	`after_days` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`comment` text DEFAULT '' NOT NULL,
	`saved_amount` integer,
	`saved_unit` text,
	`detailed_at` integer,
	PRIMARY KEY(`sos_request_id`, `after_days`),
	FOREIGN KEY (`sos_request_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sos_outcomes_days" CHECK(after_days in (7, 30)),
	CONSTRAINT "sos_outcomes_answer" CHECK(answer is null or answer in ('yes', 'partly', 'no')),
	CONSTRAINT "sos_outcomes_answered" CHECK((answer is null) = (answered_at is null)),
	CONSTRAINT "sos_outcomes_comment" CHECK(length(comment) <= 280),
	CONSTRAINT "sos_outcomes_saved" CHECK((saved_amount is null) = (saved_unit is null))
);
--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `outcome_answer` text;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `outcome_days` integer;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `review_since` integer;--> statement-breakpoint
CREATE INDEX `sos_summaries_review` ON `sos_summaries` (`position`) WHERE review_since is not null;--> statement-breakpoint
ALTER TABLE `sos_requests` ADD `cites_id` text REFERENCES sos_requests(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `sos_requests_cites` ON `sos_requests` (`cites_id`) WHERE cites_id is not null;