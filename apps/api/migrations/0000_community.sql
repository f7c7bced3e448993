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
CREATE INDEX `conversations_activity` ON `conversations` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text DEFAULT 'text' NOT NULL,
	`sender_id` text,
	`content` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "messages_content" CHECK(length(content) <= 4000 and (kind <> 'text' or length(content) > 0))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_sequence` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `messages_sender` ON `messages` (`sender_id`);--> statement-breakpoint
CREATE TABLE `participants` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`joined_at` integer NOT NULL,
	`left_at` integer,
	`read_seq` integer DEFAULT 0 NOT NULL,
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
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "profiles_specialties" CHECK(json_array_length("profiles"."specialties") <= 3),
	CONSTRAINT "profiles_help_count" CHECK("profiles"."total_help_count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `profiles_top_helpers` ON `profiles` (`total_help_count`) WHERE total_help_count > 0;--> statement-breakpoint
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
CREATE TABLE `sos_requests` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`search_text` text NOT NULL,
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
CREATE INDEX `sos_requests_status` ON `sos_requests` (`status`,`feed_rank`,`position`);--> statement-breakpoint
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
CREATE INDEX `sos_views_user` ON `sos_views` (`user_id`);