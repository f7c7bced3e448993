ALTER TABLE `profiles` ADD `proven_at` integer;--> statement-breakpoint
UPDATE profiles SET proven_at = (
	SELECT max(accepted.created_at) FROM audit_entries AS accepted WHERE accepted.subject_id = profiles.user_id AND accepted.action = 'evidence.accept'
) WHERE is_certified AND proven_at IS NULL AND EXISTS (
	SELECT 1 FROM audit_entries AS accepted WHERE accepted.subject_id = profiles.user_id AND accepted.action = 'evidence.accept'
		AND accepted.created_at > profiles.certification_at
);--> statement-breakpoint
ALTER TABLE `community_settings` ADD `deals` integer DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX `files_unused`;--> statement-breakpoint
ALTER TABLE `files` ADD `deal_id` text;--> statement-breakpoint
CREATE INDEX `files_deal` ON `files` (`deal_id`,`position`) WHERE deal_id is not null;--> statement-breakpoint
CREATE INDEX `files_unused` ON `files` (`created_at`) WHERE message_id is null and sos_id is null and deal_id is null;--> statement-breakpoint
ALTER TABLE `profiles` ADD `rating_prior` integer;--> statement-breakpoint
ALTER TABLE `sos_ratings` ADD `shown_rating` integer;--> statement-breakpoint
ALTER TABLE `sos_ratings` ADD `weight` integer;--> statement-breakpoint
ALTER TABLE `sos_ratings` ADD `weight_reason` text;--> statement-breakpoint
CREATE INDEX `sos_ratings_published` ON `sos_ratings` (`published_at`,`shown_rating`,`weight`);--> statement-breakpoint
CREATE INDEX `sos_ratings_unweighted` ON `sos_ratings` (`rated_user_id`) WHERE weight is null;--> statement-breakpoint
CREATE TABLE `deal_commitments` (
	`id` text PRIMARY KEY NOT NULL,
	`deal_id` text NOT NULL,
	`member_id` text,
	`quantity` integer NOT NULL,
	`state` text NOT NULL,
	`consent_at` integer,
	`sent_at` integer,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE UNIQUE INDEX `deal_commitments_member` ON `deal_commitments` (`deal_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `deal_commitments_own` ON `deal_commitments` (`member_id`,`state`);--> statement-breakpoint
CREATE TABLE `deal_interests` (
	`deal_id` text NOT NULL,
	`member_id` text NOT NULL,
	`volume` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`deal_id`, `member_id`),
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `deal_interests_member` ON `deal_interests` (`member_id`);--> statement-breakpoint
CREATE INDEX `deal_interests_created` ON `deal_interests` (`created_at`);--> statement-breakpoint
CREATE TABLE `deal_offers` (
	`deal_id` text NOT NULL,
	`revision` integer NOT NULL,
	`offer` text NOT NULL,
	`created_at` integer NOT NULL,
	`approved_at` integer,
	PRIMARY KEY(`deal_id`, `revision`),
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `deal_reviews` (
	`deal_id` text NOT NULL,
	`member_id` text NOT NULL,
	`answer` text NOT NULL,
	`saved` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`deal_id`, `member_id`),
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `deal_reviews_member` ON `deal_reviews` (`member_id`);--> statement-breakpoint
CREATE TABLE `deals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`category` text NOT NULL,
	`title` text NOT NULL,
	`need` text NOT NULL,
	`status` text NOT NULL,
	`author_id` text,
	`lead_id` text,
	`tie` text,
	`tie_note` text DEFAULT '' NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`commit_until` integer,
	`total` integer DEFAULT 0 NOT NULL,
	`committed` integer DEFAULT 0 NOT NULL,
	`interested` integer DEFAULT 0 NOT NULL,
	`shown_total` integer,
	`shown_members` integer,
	`choice_until` integer,
	`is_prolonged` integer DEFAULT false NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`approved_at` integer,
	`lead_acted_at` integer,
	`asked_at` integer,
	`ended_at` integer,
	`concluded_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`lead_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "deals_sums" CHECK(total >= 0 and committed >= 0 and interested >= 0)
);--> statement-breakpoint
CREATE INDEX `deals_ideas` ON `deals` (`created_at`,`id`) WHERE approved_at is not null and status in ('idea', 'negotiation', 'offered');--> statement-breakpoint
CREATE INDEX `deals_open` ON `deals` (`commit_until`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `deals_ended` ON `deals` (`ended_at`,`id`) WHERE status in ('reached', 'not-reached', 'concluded', 'reviewed');--> statement-breakpoint
CREATE INDEX `deals_waiting` ON `deals` (`updated_at`) WHERE status in ('proposed', 'offered');--> statement-breakpoint
CREATE INDEX `deals_silent` ON `deals` (`asked_at`) WHERE asked_at is not null;--> statement-breakpoint
CREATE INDEX `deals_acted` ON `deals` (`lead_acted_at`);--> statement-breakpoint
CREATE INDEX `deals_author` ON `deals` (`author_id`,`status`);--> statement-breakpoint
CREATE INDEX `deals_lead` ON `deals` (`lead_id`,`status`);--> statement-breakpoint
-- The generated draft rebuilt the table of decisions. A check of the new column says the same in place.
DROP INDEX `cases_open_member`;--> statement-breakpoint
ALTER TABLE `cases` ADD `event_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_event` ON `cases` (`event_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_member` ON `cases` (`member_id`) WHERE closed_at is null and message_id is null and event_id is null;--> statement-breakpoint
ALTER TABLE `case_decisions` ADD `event_id` text CONSTRAINT "case_decisions_event" CHECK(event_id is null or (rule is not null and reason <> ''));--> statement-breakpoint
ALTER TABLE `reports` ADD `event_id` text;--> statement-breakpoint
CREATE TABLE `benchmark_answers` (
	`quarter` text NOT NULL,
	`member_id` text NOT NULL,
	`metric` text NOT NULL,
	`value` integer NOT NULL,
	`from_export` integer NOT NULL,
	`keep` integer NOT NULL,
	`erased_at` integer NOT NULL,
	PRIMARY KEY(`quarter`, `member_id`, `metric`),
	FOREIGN KEY (`quarter`) REFERENCES `benchmark_waves`(`quarter`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `benchmark_answers_member` ON `benchmark_answers` (`member_id`);--> statement-breakpoint
CREATE INDEX `benchmark_answers_erased` ON `benchmark_answers` (`erased_at`);--> statement-breakpoint
CREATE TABLE `benchmark_cells` (
	`quarter` text NOT NULL,
	`metric` text NOT NULL,
	`key` text NOT NULL,
	`people` text NOT NULL,
	`centre` integer NOT NULL,
	`q1` integer,
	`q3` integer,
	PRIMARY KEY(`quarter`, `metric`, `key`),
	FOREIGN KEY (`quarter`) REFERENCES `benchmark_waves`(`quarter`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `benchmark_figures` (
	`member_id` text NOT NULL,
	`quarter` text NOT NULL,
	`metric` text NOT NULL,
	`value` integer NOT NULL,
	`cells` text NOT NULL,
	PRIMARY KEY(`member_id`, `quarter`, `metric`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`quarter`) REFERENCES `benchmark_waves`(`quarter`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `benchmark_parts` (
	`quarter` text NOT NULL,
	`member_id` text NOT NULL,
	`metric` text NOT NULL,
	`cells` text NOT NULL,
	`far` integer NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`quarter`, `member_id`, `metric`),
	FOREIGN KEY (`quarter`) REFERENCES `benchmark_waves`(`quarter`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `benchmark_parts_member` ON `benchmark_parts` (`member_id`);--> statement-breakpoint
CREATE INDEX `benchmark_parts_published` ON `benchmark_parts` (`published_at`);--> statement-breakpoint
CREATE TABLE `benchmark_waves` (
	`quarter` text PRIMARY KEY NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer NOT NULL,
	`publishes_at` integer NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`reminded_at` integer,
	`published_at` integer,
	`unusual` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE INDEX `benchmark_waves_opens` ON `benchmark_waves` (`opens_at`);--> statement-breakpoint
ALTER TABLE `community_settings` ADD `benchmarks` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- The generated draft rebuilt the table. libSQL changes the column in place, with its foreign key, index and triggers.
ALTER TABLE `conversations` ADD `deal_id` text REFERENCES `deals`(`id`) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `conversations` ALTER COLUMN `event_id` TO `event_id` text REFERENCES `events`(`id`) ON DELETE cascade CONSTRAINT "conversations_owner" CHECK((sos_request_id is not null) + (event_id is not null) + (deal_id is not null) = 1);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_deal_id_unique` ON `conversations` (`deal_id`);--> statement-breakpoint
ALTER TABLE `sos_ratings` ADD `reply` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `member_settings` ADD `quiet_until` integer;--> statement-breakpoint
ALTER TABLE `benchmark_waves` ADD `short` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `deal_commitments` ADD `siren` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `deal_commitments` SET `siren` = ifnull((SELECT `siren` FROM `profiles` WHERE `user_id` = `member_id`), '');--> statement-breakpoint
CREATE INDEX `deal_commitments_siren` ON `deal_commitments` (`deal_id`,`siren`);--> statement-breakpoint
ALTER TABLE `case_decisions` ADD `content_kind` text;--> statement-breakpoint
ALTER TABLE `cases` ADD `content_kind` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `content_kind` text;--> statement-breakpoint
CREATE INDEX `deals_updated` ON `deals` (`updated_at`);--> statement-breakpoint
ALTER TABLE `notices` ADD `is_unread` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `notices_inbox` ON `notices` (`member_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`member_id`) WHERE is_unread = 1;--> statement-breakpoint
ALTER TABLE `profiles` ADD `conversations_only` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sos_ratings` ADD `removed_at` integer;
