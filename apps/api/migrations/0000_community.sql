CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_provider` ON `accounts` (`provider_id`,`account_id`);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`suspended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_email_unique` ON `members` (`email`);--> statement-breakpoint
CREATE INDEX `members_suspended` ON `members` (`suspended_at`) WHERE suspended_at is not null;--> statement-breakpoint
CREATE INDEX `members_created` ON `members` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `security_events` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`member_id` text,
	`address_hash` text,
	`actor_id` text,
	`source` text,
	`reason` text,
	`request_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `security_events_member` ON `security_events` (`member_id`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_source` ON `security_events` (`source`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_actor` ON `security_events` (`actor_id`);--> statement-breakpoint
CREATE INDEX `security_events_created` ON `security_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_unique` ON `sessions` (`token`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_seen` ON `sessions` (`updated_at`,`user_id`);--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`attempts_left` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_in_codes_user` ON `sign_in_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_expiry` ON `sign_in_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user_roles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verifications_identifier` ON `verifications` (`identifier`);--> statement-breakpoint
CREATE INDEX `verifications_expiry` ON `verifications` (`expires_at`);--> statement-breakpoint
CREATE TABLE `contact_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `contact_answers_contact` ON `contact_answers` (`contact_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_answers_author` ON `contact_answers` (`author_id`);--> statement-breakpoint
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
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`sos_request_id` text NOT NULL,
	`title` text NOT NULL,
	`title_folded` text NOT NULL,
	`requester_id` text,
	`helper_id` text,
	`status` text DEFAULT 'active' NOT NULL,
	`outcome` text,
	`current_participants` integer DEFAULT 0 NOT NULL,
	`max_participants` integer DEFAULT 5 NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`deleted_seqs` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`sos_request_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requester_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`helper_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "conversations_seats" CHECK(current_participants between 0 and max_participants)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_sos_request_id_unique` ON `conversations` (`sos_request_id`);--> statement-breakpoint
CREATE INDEX `conversations_status` ON `conversations` (`status`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text DEFAULT 'text' NOT NULL,
	`sender_id` text,
	`content` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "messages_content" CHECK(length(content) <= 4000 and (kind <> 'text' or length(content) > 0))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_sequence` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `messages_lines` ON `messages` (`sender_id`) WHERE kind <> 'text';--> statement-breakpoint
CREATE TABLE `participants` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`joined_at` integer NOT NULL,
	`left_at` integer,
	`read_seq` integer DEFAULT 0 NOT NULL,
	`mailed_seq` integer DEFAULT 0 NOT NULL,
	`helped_at` integer,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `participants_user` ON `participants` (`user_id`,`is_active`);--> statement-breakpoint
CREATE INDEX `participants_helped` ON `participants` (`user_id`) WHERE helped_at is not null;--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`is_founders` integer DEFAULT false NOT NULL,
	`inviter_id` text,
	`email` text,
	`token_hash` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`invited_user_id` text,
	`completed_at` integer,
	FOREIGN KEY (`inviter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`invited_user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "invitations_accepted" CHECK((status = 'accepted') = (accepted_at is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`inviter_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_invited_user` ON `invitations` (`invited_user_id`) WHERE invited_user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_pending_email` ON `invitations` (`email`) WHERE status = 'pending' and email is not null;--> statement-breakpoint
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
CREATE TABLE `article_spellings` (
	`spelling` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`spelling`, `word`),
	FOREIGN KEY (`word`) REFERENCES `article_words`(`word`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `article_spellings_word` ON `article_spellings` (`word`);--> statement-breakpoint
CREATE TABLE `article_words` (
	`word` text PRIMARY KEY NOT NULL,
	`articles` integer NOT NULL
);
--> statement-breakpoint
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
	`search_words` text,
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
CREATE INDEX `sos_summaries_overview` ON `sos_summaries` (`status`,`privacy_level`,`category`,`participants_count`,`word_count`);--> statement-breakpoint
CREATE INDEX `sos_summaries_moderator` ON `sos_summaries` (`moderated_by`);--> statement-breakpoint
CREATE INDEX `sos_summaries_unfilled` ON `sos_summaries` (`position`) WHERE search_words is null;--> statement-breakpoint
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
CREATE TABLE `audit_entries` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_label` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`hash` text NOT NULL,
	`mac` text DEFAULT '' NOT NULL,
	`key_id` text DEFAULT '' NOT NULL,
	`search_text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_id_unique` ON `audit_entries` (`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_actor` ON `audit_entries` (`actor_id`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_action` ON `audit_entries` (`action`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_subject` ON `audit_entries` (`subject_id`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_created` ON `audit_entries` (`created_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`key` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`locked_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`failed_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE INDEX `jobs_waiting` ON `jobs` (`run_at`) WHERE done_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX `jobs_done` ON `jobs` (`done_at`) WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX `jobs_failed` ON `jobs` (`failed_at`) WHERE failed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_waiting_key` ON `jobs` (`key`) WHERE key is not null and done_at is null and failed_at is null;--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`html` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `sent_mails_age` ON `sent_mails` (`sent_at`);--> statement-breakpoint
CREATE TABLE `shared_views` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shared_views_one_row" CHECK("shared_views"."id" = 1)
);
--> statement-breakpoint
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
CREATE TABLE `profiles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`store_name` text DEFAULT '' NOT NULL,
	`store_url` text DEFAULT '' NOT NULL,
	`cms` text DEFAULT '' NOT NULL,
	`sector` text DEFAULT '' NOT NULL,
	`monthly_orders` text DEFAULT '' NOT NULL,
	`main_channel` text DEFAULT '' NOT NULL,
	`specialties` text DEFAULT '[]' NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`is_certified` integer DEFAULT true NOT NULL,
	`avatar_key` text,
	`total_help_count` integer DEFAULT 0 NOT NULL,
	`search_words` text DEFAULT '[]' NOT NULL,
	`sort_key` text DEFAULT '' NOT NULL,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "profiles_specialties" CHECK(json_array_length("profiles"."specialties") <= 3),
	CONSTRAINT "profiles_help_count" CHECK("profiles"."total_help_count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `profiles_top_helpers` ON `profiles` (`total_help_count`) WHERE total_help_count > 0;--> statement-breakpoint
CREATE INDEX `profiles_directory` ON `profiles` (`sort_key`,`user_id`) WHERE completed_at is not null;--> statement-breakpoint
CREATE TABLE `sos_ratings` (
	`id` text PRIMARY KEY NOT NULL,
	`sos_request_id` text NOT NULL,
	`rater_id` text,
	`rated_user_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sos_request_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`rater_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`rated_user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sos_ratings_range" CHECK(rating between 1 and 5),
	CONSTRAINT "sos_ratings_comment" CHECK(length(comment) <= 500)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sos_ratings_once` ON `sos_ratings` (`sos_request_id`,`rated_user_id`);--> statement-breakpoint
CREATE INDEX `sos_ratings_rated` ON `sos_ratings` (`rated_user_id`,`rating`);--> statement-breakpoint
CREATE INDEX `sos_ratings_rater` ON `sos_ratings` (`rater_id`);--> statement-breakpoint
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
CREATE INDEX `reports_created` ON `reports` (`created_at`);--> statement-breakpoint
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
CREATE TABLE `help_requests` (
	`sos_id` text NOT NULL,
	`member_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sos_id`, `member_id`),
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `help_requests_member` ON `help_requests` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sos_requests` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`search_text` text NOT NULL,
	`search_stems` text DEFAULT '' NOT NULL,
	`category` text NOT NULL,
	`specialties` text DEFAULT '[]' NOT NULL,
	`is_urgent` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`feed_rank` integer NOT NULL,
	`views_count` integer DEFAULT 0 NOT NULL,
	`responses_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`resolved_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sos_requests_title" CHECK(length(title) between 1 and 100),
	CONSTRAINT "sos_requests_description" CHECK(length(description) between 1 and 2000),
	CONSTRAINT "sos_requests_status_known" CHECK(status in ('open', 'in_progress', 'resolved', 'closed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sos_requests_id_unique` ON `sos_requests` (`id`);--> statement-breakpoint
CREATE INDEX `sos_requests_feed` ON `sos_requests` (`feed_rank`,`position`);--> statement-breakpoint
CREATE INDEX `sos_requests_resolved` ON `sos_requests` (`resolved_at`) WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX `sos_requests_unresolved` ON `sos_requests` (`feed_rank`,`position`) WHERE status in ('open', 'in_progress');--> statement-breakpoint
CREATE INDEX `sos_requests_user` ON `sos_requests` (`user_id`,`feed_rank`,`position`);--> statement-breakpoint
CREATE TABLE `sos_specialties` (
	`specialty` text NOT NULL,
	`sos_position` integer NOT NULL,
	PRIMARY KEY(`specialty`, `sos_position`),
	FOREIGN KEY (`sos_position`) REFERENCES `sos_requests`(`position`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sos_specialties_sos` ON `sos_specialties` (`sos_position`);--> statement-breakpoint
CREATE TABLE `sos_views` (
	`sos_id` text NOT NULL,
	`user_id` text NOT NULL,
	`viewed_at` integer NOT NULL,
	PRIMARY KEY(`sos_id`, `user_id`),
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sos_views_user` ON `sos_views` (`user_id`);--> statement-breakpoint
-- Full-text indexes on text that is already folded, with the French stems of its words beside it.
CREATE VIRTUAL TABLE sos_search USING fts5(
	search_text,
	search_stems,
	content = 'sos_requests',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE summaries_search USING fts5(
	search_text,
	search_stems,
	content = 'sos_summaries',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
-- The journal only grows.
CREATE VIRTUAL TABLE audit_search USING fts5(
	search_text,
	content = 'audit_entries',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
-- By an id of its own: the rows of contact_messages have no lasting number to be found by.
CREATE VIRTUAL TABLE contact_search USING fts5(
	id UNINDEXED,
	content,
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);
--> statement-breakpoint
-- Whatever shows in an SOS as all members see it, or among those who helped most. Messages and read positions do not.
INSERT INTO shared_views (id) VALUES (1);
--> statement-breakpoint
CREATE TRIGGER sos_search_insert AFTER INSERT ON sos_requests BEGIN
	INSERT INTO sos_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER sos_search_delete AFTER DELETE ON sos_requests BEGIN
	INSERT INTO sos_search (sos_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER sos_search_update AFTER UPDATE OF search_text, search_stems ON sos_requests BEGIN
	INSERT INTO sos_search (sos_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
	INSERT INTO sos_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER summaries_search_insert AFTER INSERT ON sos_summaries BEGIN
	INSERT INTO summaries_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER summaries_search_delete AFTER DELETE ON sos_summaries BEGIN
	INSERT INTO summaries_search (summaries_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER summaries_search_update AFTER UPDATE OF search_text, search_stems ON sos_summaries BEGIN
	INSERT INTO summaries_search (summaries_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
	INSERT INTO summaries_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;
--> statement-breakpoint
CREATE TRIGGER profile_words_insert AFTER INSERT ON profiles BEGIN
	INSERT OR IGNORE INTO profile_words (word, user_id) SELECT value, new.user_id FROM json_each(new.search_words);
END;
--> statement-breakpoint
CREATE TRIGGER profile_words_update AFTER UPDATE OF search_words ON profiles WHEN new.search_words IS NOT old.search_words BEGIN
	DELETE FROM profile_words WHERE user_id = new.user_id;
	INSERT OR IGNORE INTO profile_words (word, user_id) SELECT value, new.user_id FROM json_each(new.search_words);
END;
--> statement-breakpoint
CREATE TRIGGER profile_specialties_insert AFTER INSERT ON profiles BEGIN
	INSERT OR IGNORE INTO profile_specialties (specialty, user_id) SELECT value, new.user_id FROM json_each(new.specialties);
END;
--> statement-breakpoint
CREATE TRIGGER profile_specialties_update AFTER UPDATE OF specialties ON profiles WHEN new.specialties IS NOT old.specialties BEGIN
	DELETE FROM profile_specialties WHERE user_id = new.user_id;
	INSERT OR IGNORE INTO profile_specialties (specialty, user_id) SELECT value, new.user_id FROM json_each(new.specialties);
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_sos_insert AFTER INSERT ON sos_requests BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_sos_update AFTER UPDATE ON sos_requests BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_sos_delete AFTER DELETE ON sos_requests BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_conversation_insert AFTER INSERT ON conversations BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_conversation_update AFTER UPDATE OF sos_request_id, status, current_participants, max_participants ON conversations BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_conversation_delete AFTER DELETE ON conversations BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_participant_insert AFTER INSERT ON participants BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_participant_update AFTER UPDATE OF role, is_active, joined_at ON participants BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_participant_delete AFTER DELETE ON participants BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_profile_insert AFTER INSERT ON profiles BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_profile_update AFTER UPDATE OF first_name, last_name, store_name, avatar_key, is_certified, specialties, total_help_count ON profiles BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_profile_delete AFTER DELETE ON profiles BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_member_update AFTER UPDATE OF suspended_at ON members BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_search_insert AFTER INSERT ON audit_entries BEGIN
	INSERT INTO audit_search (rowid, search_text) VALUES (new.position, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER contact_search_insert AFTER INSERT ON contact_messages BEGIN
	INSERT INTO contact_search (id, content)
		VALUES (new.id, replace(replace(lower(new.name || char(10) || new.email || char(10) || new.subject || char(10) || new.message), 'œ', 'oe'), 'æ', 'ae'));
END;
--> statement-breakpoint
CREATE TRIGGER contact_search_delete AFTER DELETE ON contact_messages BEGIN
	DELETE FROM contact_search WHERE id = old.id;
END;
--> statement-breakpoint
-- The word itself, and what is left of it without its first, second … letter.
CREATE TRIGGER article_words_summary_insert AFTER INSERT ON sos_summaries BEGIN
	INSERT INTO article_words (word, articles) SELECT value, 1 FROM json_each(new.search_words) WHERE true
		ON CONFLICT (word) DO UPDATE SET articles = articles + 1;
END;
--> statement-breakpoint
CREATE TRIGGER article_words_summary_delete AFTER DELETE ON sos_summaries BEGIN
	UPDATE article_words SET articles = articles - 1 WHERE word IN (SELECT value FROM json_each(old.search_words));
	DELETE FROM article_words WHERE articles < 1 AND word IN (SELECT value FROM json_each(old.search_words));
END;
--> statement-breakpoint
CREATE TRIGGER article_words_summary_update AFTER UPDATE OF search_words ON sos_summaries WHEN new.search_words IS NOT old.search_words BEGIN
	INSERT INTO article_words (word, articles) SELECT value, 1 FROM json_each(new.search_words) WHERE true
		ON CONFLICT (word) DO UPDATE SET articles = articles + 1;
	UPDATE article_words SET articles = articles - 1 WHERE word IN (SELECT value FROM json_each(old.search_words));
	DELETE FROM article_words WHERE articles < 1 AND word IN (SELECT value FROM json_each(old.search_words));
END;
--> statement-breakpoint
CREATE TRIGGER article_spellings_insert AFTER INSERT ON article_words BEGIN
	INSERT OR IGNORE INTO article_spellings (spelling, word) VALUES (new.word, new.word);
	INSERT OR IGNORE INTO article_spellings (spelling, word)
		SELECT substr(new.word, 1, value - 1) || substr(new.word, value + 1), new.word
		FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]')
		WHERE value <= length(new.word);
END;
