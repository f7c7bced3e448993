CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "contact_messages_status_known" CHECK(status in ('pending', 'in_progress', 'resolved'))
);
--> statement-breakpoint
CREATE INDEX `contact_messages_status` ON `contact_messages` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_created` ON `contact_messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_user` ON `contact_messages` (`user_id`);--> statement-breakpoint
CREATE TABLE `ai_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`sos_request_id` text,
	`model` text NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`cost` real NOT NULL,
	`duration_ms` integer,
	`outcome` text DEFAULT 'started' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ai_calls_created` ON `ai_calls` (`created_at`,`cost`);--> statement-breakpoint
CREATE TABLE `sos_summaries` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`sos_request_id` text,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`key_points` text DEFAULT '[]' NOT NULL,
	`category` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`privacy_level` text,
	`participants_count` integer NOT NULL,
	`source_message_count` integer NOT NULL,
	`word_count` integer NOT NULL,
	`origin` text NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`generation_time_ms` integer NOT NULL,
	`generation_cost` real NOT NULL,
	`prompt_used` text,
	`custom_prompt` text,
	`moderation_notes` text,
	`moderated_by` text,
	`moderated_at` integer,
	`search_text` text NOT NULL,
	`search_stems` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`sos_request_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`moderated_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sos_summaries_status_known" CHECK(status in ('pending', 'approved', 'rejected')),
	CONSTRAINT "sos_summaries_privacy_known" CHECK(privacy_level is null or privacy_level in ('public', 'members')),
	CONSTRAINT "sos_summaries_listed" CHECK(status <> 'approved' or privacy_level is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sos_summaries_id_unique` ON `sos_summaries` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sos_summaries_sos_request_id_unique` ON `sos_summaries` (`sos_request_id`);--> statement-breakpoint
CREATE INDEX `sos_summaries_status` ON `sos_summaries` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `sos_summaries_category` ON `sos_summaries` (`status`,`category`,`created_at`);--> statement-breakpoint
CREATE INDEX `sos_summaries_created` ON `sos_summaries` (`created_at`);--> statement-breakpoint
CREATE INDEX `sos_summaries_moderator` ON `sos_summaries` (`moderated_by`);--> statement-breakpoint
CREATE TABLE `suggestion_openings` (
	`draft_id` text NOT NULL,
	`summary_id` text NOT NULL,
	`user_id` text,
	`opened_at` integer NOT NULL,
	PRIMARY KEY(`draft_id`, `summary_id`),
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `suggestion_openings_summary` ON `suggestion_openings` (`summary_id`);--> statement-breakpoint
CREATE INDEX `suggestion_openings_user` ON `suggestion_openings` (`user_id`);--> statement-breakpoint
CREATE TABLE `profile_specialties` (
	`specialty` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`specialty`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_specialties_user` ON `profile_specialties` (`user_id`);--> statement-breakpoint
CREATE TABLE `profile_words` (
	`word` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`word`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_words_user` ON `profile_words` (`user_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text,
	`reported_user_id` text,
	`reason` text NOT NULL,
	`description` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`reported_user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reports_status_known" CHECK(status in ('pending', 'resolved', 'dismissed'))
);
--> statement-breakpoint
CREATE INDEX `reports_status` ON `reports` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`);--> statement-breakpoint
CREATE INDEX `reports_reported` ON `reports` (`reported_user_id`);--> statement-breakpoint
CREATE INDEX `reports_decider` ON `reports` (`decided_by`);--> statement-breakpoint
CREATE TABLE `member_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`notify_messages` integer NOT NULL,
	`notify_matching` integer NOT NULL,
	`sound` integer NOT NULL,
	`quiet_from` text,
	`quiet_to` text,
	`email_unread` integer NOT NULL,
	`theme` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_settings_quiet" CHECK((quiet_from is null) = (quiet_to is null))
);
--> statement-breakpoint
ALTER TABLE `participants` ADD `mailed_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `search_words` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `sort_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_directory` ON `profiles` (`sort_key`,`user_id`) WHERE completed_at is not null;--> statement-breakpoint
ALTER TABLE `sos_requests` ADD `search_stems` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `members_suspended` ON `members` (`suspended_at`) WHERE suspended_at is not null;