CREATE TABLE `conversation_openings` (
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `conversation_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `member_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `saved_filters` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`filters` text NOT NULL,
	`owner_id` text,
	FOREIGN KEY (`owner_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `weekly_reports` (
	`day` integer PRIMARY KEY NOT NULL,
	`active` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `announcement_recipients` (
	`announcement_id` text NOT NULL,
	`member_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`announcement_id`, `member_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`audience` text NOT NULL,
	`push` integer NOT NULL,
	`mail` integer NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`scheduled_at` integer NOT NULL,
	`started_at` integer,
	`after` text DEFAULT '' NOT NULL,
	`sent_at` integer,
	`cancelled_at` integer,
	`ended_at` integer,
	`recipients` integer DEFAULT 0 NOT NULL,
	`reads` integer DEFAULT 0 NOT NULL,
	`filters` text,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `legal_acceptances` (
	`user_id` text NOT NULL,
	`revision` integer NOT NULL,
	`terms` text NOT NULL,
	`privacy` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `revision`),
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`suspended_at` integer,
	`suspended_by` text DEFAULT '' NOT NULL,
	`suspension_reason` text DEFAULT '' NOT NULL,
	`suspended_until` integer,
	`suspension_id` text,
	`profile_complete` integer DEFAULT false NOT NULL,
	`last_used_at` integer,
	`unused_warnings` integer DEFAULT 0 NOT NULL,
	`unused_warned_at` integer,
	`accepted_revision` integer DEFAULT 0 NOT NULL,
	`told_revision` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `pending_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`attempts_left` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`made_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `second_factors`(`user_id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`key_id` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`salt` text NOT NULL,
	`set_up_at` integer NOT NULL,
	`session_id` text,
	`added_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`proven_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`attempts_left` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `used_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `user_roles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `contact_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`data_right` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "contact_messages_status_known" CHECK(status in ('pending', 'in_progress', 'resolved'))
);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`sos_request_id` text,
	`status` text DEFAULT 'active' NOT NULL,
	`current_participants` integer DEFAULT 0 NOT NULL,
	`max_participants` integer DEFAULT 5 NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`history_version` integer DEFAULT 0 NOT NULL,
	`deleted_seqs` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`event_id` text REFERENCES `events`(`id`) ON DELETE cascade CONSTRAINT "conversations_owner" CHECK((sos_request_id is null) <> (event_id is null)),
	FOREIGN KEY (`sos_request_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "conversations_seats" CHECK(current_participants between 0 and max_participants)
);--> statement-breakpoint
CREATE TABLE `message_indexes` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `message_reactions` (
	`message_id` text NOT NULL,
	`member_id` text NOT NULL,
	`emoji` text NOT NULL,
	PRIMARY KEY(`message_id`, `member_id`, `emoji`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `message_versions` (
	`message_id` text NOT NULL,
	`revision` integer NOT NULL,
	`content` text NOT NULL,
	`replaced_at` integer NOT NULL,
	PRIMARY KEY(`message_id`, `revision`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text DEFAULT 'text' NOT NULL,
	`sender_id` text,
	`content` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_by_team` integer DEFAULT false NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`edited_at` integer,
	`reply_to` text,
	`mentions` text,
	`solution_by` text,
	`solution_confirmed` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "messages_content" CHECK(length(content) <= 4000)
);--> statement-breakpoint
CREATE TABLE `participants` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`joined_at` integer NOT NULL,
	`left_at` integer,
	`read_seq` integer DEFAULT 0 NOT NULL,
	`mailed_seq` integer DEFAULT 0 NOT NULL,
	`pushed_seq` integer DEFAULT 0 NOT NULL,
	`helped_at` integer,
	`muted_at` integer,
	`unread_from` integer,
	`marks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`key` text NOT NULL,
	`conversation_id` text,
	`message_id` text,
	`sos_id` text,
	`position` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`bytes` integer NOT NULL,
	`stored_bytes` integer NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`ready_at` integer,
	`kind` text,
	`type` text,
	`width` integer,
	`height` integer,
	`thumbhash` text,
	`alt` text DEFAULT '' NOT NULL,
	`seconds` integer,
	`waveform` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `digests` (
	`day` integer PRIMARY KEY NOT NULL,
	`after` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `incident_votes` (
	`incident_id` text NOT NULL,
	`member_id` text NOT NULL,
	`answer` text NOT NULL,
	`voted_at` integer NOT NULL,
	PRIMARY KEY(`incident_id`, `member_id`),
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "incident_votes_known" CHECK(answer in ('ongoing', 'restored'))
);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`tool` text NOT NULL,
	`since` integer NOT NULL,
	`proposed_at` integer NOT NULL,
	`confirmed_at` integer,
	`heard_at` integer NOT NULL,
	`ended_at` integer,
	`end` text,
	CONSTRAINT "incidents_ended" CHECK((ended_at is null) = ("end" is null))
);--> statement-breakpoint
CREATE TABLE `invitation_objections` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`is_founders` integer DEFAULT false NOT NULL,
	`inviter_id` text,
	`email` text,
	`token_hash` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`vouched_at` integer,
	`accepted_at` integer,
	`invited_user_id` text,
	`completed_at` integer,
	`batch_id` text REFERENCES invitation_batches(id),
	`access_link_id` text REFERENCES access_links(id),
	`known` text,
	FOREIGN KEY (`inviter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`invited_user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "invitations_accepted" CHECK((status = 'accepted') = (accepted_at is not null))
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE `article_confirmations` (
	`summary_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`summary_id`, `user_id`),
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `article_spellings` (
	`spelling` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`spelling`, `word`),
	FOREIGN KEY (`word`) REFERENCES `article_words`(`word`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `article_words` (
	`word` text PRIMARY KEY NOT NULL,
	`articles` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `sos_summaries` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`sos_request_id` text,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`sentences` text DEFAULT '[]' NOT NULL,
	`key_points` text DEFAULT '[]' NOT NULL,
	`category` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`privacy_level` text,
	`participants_count` integer NOT NULL,
	`source_message_count` integer NOT NULL,
	`word_count` integer NOT NULL,
	`origin` text NOT NULL,
	`dropped` integer DEFAULT 0 NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`generation_time_ms` integer NOT NULL,
	`generation_cost` real NOT NULL,
	`calls_of` text,
	`prompt_used` text,
	`custom_prompt` text,
	`moderation_notes` text,
	`moderated_by` text,
	`moderated_at` integer,
	`search_text` text NOT NULL,
	`search_stems` text NOT NULL,
	`search_words` text,
	`outcome_answer` text,
	`outcome_days` integer,
	`scheduled_privacy` text,
	`review_until` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`corrected_at` integer,
	`proposed_version` integer,
	`review_since` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`imported_from` text,
	`imported_day` text,
	`import_key` text,
	`event_id` text REFERENCES events(id) ON DELETE set null,
	FOREIGN KEY (`sos_request_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`moderated_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sos_summaries_status_known" CHECK(status in ('pending', 'approved', 'rejected')),
	CONSTRAINT "sos_summaries_privacy_known" CHECK(privacy_level is null or privacy_level in ('public', 'members')),
	CONSTRAINT "sos_summaries_listed" CHECK(status <> 'approved' or privacy_level is not null)
);--> statement-breakpoint
CREATE TABLE `suggestion_openings` (
	`draft_id` text NOT NULL,
	`summary_id` text NOT NULL,
	`user_id` text,
	`opened_at` integer NOT NULL,
	PRIMARY KEY(`draft_id`, `summary_id`),
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `summary_consents` (
	`summary_id` text NOT NULL,
	`member_id` text NOT NULL,
	`text_at` integer NOT NULL,
	PRIMARY KEY(`summary_id`, `member_id`),
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `summary_versions` (
	`summary_id` text NOT NULL,
	`version` integer NOT NULL,
	`is_correction` integer NOT NULL,
	`author_id` text,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`summary_id`, `version`),
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `summary_vetoes` (
	`id` text PRIMARY KEY NOT NULL,
	`summary_id` text NOT NULL,
	`member_id` text,
	`text` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`summary_id`) REFERENCES `sos_summaries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))) NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL,
	`until` integer NOT NULL,
	`way` text,
	`reason` text,
	`decided_at` integer,
	`pushes_left` integer DEFAULT 0 NOT NULL,
	`accepted_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`member_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`paused_until` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE `shared_views` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shared_views_one_row" CHECK("shared_views"."id" = 1)
);--> statement-breakpoint
CREATE TABLE `commit_number` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`invalidating` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "commit_number_one_row" CHECK("commit_number"."id" = 1)
);--> statement-breakpoint
CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`key` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`first_due_at` integer,
	`locked_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`failed_at` integer,
	`last_error` text
);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`html` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `push_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`sealed_with` text NOT NULL,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `sent_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`mailbox` text NOT NULL,
	`caused_by` text,
	`sent_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `certification_evidence` (
	`user_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`asked_at` integer NOT NULL,
	`waits_from` integer NOT NULL,
	`file_key` text,
	`file_type` text,
	`file_name` text,
	`file_bytes` integer,
	`sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `member_blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `profile_specialties` (
	`specialty` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`specialty`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`user_id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `profile_tools` (
	`tool` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`tool`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`user_id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `profile_words` (
	`word` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`word`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`user_id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `profiles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`store_name` text DEFAULT '' NOT NULL,
	`store_url` text DEFAULT '' NOT NULL,
	`siren` text,
	`cms` text DEFAULT '' NOT NULL,
	`payments` text DEFAULT '[]' NOT NULL,
	`carriers` text DEFAULT '[]' NOT NULL,
	`sector` text DEFAULT '' NOT NULL,
	`monthly_orders` text DEFAULT '' NOT NULL,
	`main_channel` text DEFAULT '' NOT NULL,
	`specialties` text DEFAULT '[]' NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`is_certified` integer DEFAULT true NOT NULL,
	`certification_at` integer DEFAULT 0 NOT NULL,
	`certification_reason` text DEFAULT '' NOT NULL,
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
);--> statement-breakpoint
CREATE TABLE `sos_ratings` (
	`id` text PRIMARY KEY NOT NULL,
	`sos_request_id` text NOT NULL,
	`rater_id` text,
	`rated_user_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`published_at` integer,
	FOREIGN KEY (`sos_request_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`rater_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`rated_user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sos_ratings_range" CHECK(rating between 1 and 5),
	CONSTRAINT "sos_ratings_comment" CHECK(length(comment) <= 500)
);--> statement-breakpoint
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
);--> statement-breakpoint
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
	CONSTRAINT "case_decisions_outcome_known" CHECK(outcome in ('dismissed', 'settled', 'article-removal', 'message-removal', 'sos-removal', 'warning', 'certification', 'suspension', 'deletion')),
	CONSTRAINT "case_decisions_told" CHECK(outcome in ('dismissed', 'settled') or (rule is not null and reason <> ''))
);--> statement-breakpoint
CREATE TABLE `cases` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`message_id` text,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `decision_recipients` (
	`decision_id` text NOT NULL,
	`member_id` text NOT NULL,
	PRIMARY KEY(`decision_id`, `member_id`),
	FOREIGN KEY (`decision_id`) REFERENCES `case_decisions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
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
	`case_id` text,
	`message_id` text,
	`quote` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`reported_user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reports_status_known" CHECK(status in ('pending', 'resolved', 'dismissed'))
);--> statement-breakpoint
CREATE TABLE `community_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`voice_messages` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`events` integer DEFAULT false NOT NULL,
	CONSTRAINT "community_settings_one" CHECK(id = 1)
);--> statement-breakpoint
CREATE TABLE `member_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`notify_messages` integer NOT NULL,
	`notify_matching` integer NOT NULL,
	`sound` integer NOT NULL,
	`quiet_from` text,
	`quiet_to` text,
	`email_unread` integer NOT NULL,
	`push_extracts` integer DEFAULT false NOT NULL,
	`email_digest` integer DEFAULT true NOT NULL,
	`notify_announcements` integer DEFAULT true NOT NULL,
	`email_announcements` integer DEFAULT true NOT NULL,
	`email_report` integer DEFAULT true NOT NULL,
	`alerts_per_day` integer DEFAULT 3 NOT NULL,
	`paused_until` integer,
	`urgent_in_quiet_hours` integer DEFAULT false NOT NULL,
	`time_zone` text DEFAULT 'Europe/Paris' NOT NULL,
	`theme` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_settings_quiet" CHECK((quiet_from is null) = (quiet_to is null))
);--> statement-breakpoint
CREATE TABLE `help_requests` (
	`sos_id` text NOT NULL,
	`member_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sos_id`, `member_id`),
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `sos_alerts` (
	`sos_id` text NOT NULL,
	`member_id` text NOT NULL,
	`wave` integer NOT NULL,
	`created_at` integer NOT NULL,
	`opened_at` integer,
	`declined_at` integer,
	`replaced_at` integer,
	PRIMARY KEY(`sos_id`, `member_id`),
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
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
	`tool` text DEFAULT '' NOT NULL,
	`is_urgent` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`feed_rank` integer NOT NULL,
	`views_count` integer DEFAULT 0 NOT NULL,
	`responses_count` integer DEFAULT 0 NOT NULL,
	`cites_id` text,
	`additions` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`corrected_at` integer,
	`resolved_at` integer,
	`closed_at` integer,
	`closed_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`cites_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sos_requests_title" CHECK(length(title) between 1 and 100),
	CONSTRAINT "sos_requests_description" CHECK(length(description) between 1 and 2000),
	CONSTRAINT "sos_requests_status_known" CHECK(status in ('open', 'in_progress', 'resolved', 'closed'))
);--> statement-breakpoint
CREATE TABLE `sos_specialties` (
	`specialty` text NOT NULL,
	`sos_position` integer NOT NULL,
	PRIMARY KEY(`specialty`, `sos_position`),
	FOREIGN KEY (`sos_position`) REFERENCES `sos_requests`(`position`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `sos_tools` (
	`sos_id` text NOT NULL,
	`tool` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sos_id`, `tool`),
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `sos_views` (
	`sos_id` text NOT NULL,
	`user_id` text NOT NULL,
	`viewed_at` integer NOT NULL,
	PRIMARY KEY(`sos_id`, `user_id`),
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `sos_waves` (
	`sos_id` text PRIMARY KEY NOT NULL,
	`wave` integer NOT NULL,
	`started_at` integer NOT NULL,
	`next_at` integer,
	`alerted` integer DEFAULT 0 NOT NULL,
	`unhelped_at` integer,
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sos_waves_known" CHECK("sos_waves"."wave" between 1 and 4)
);--> statement-breakpoint
CREATE TABLE `announcement_targets` (
	`announcement_id` text NOT NULL,
	`member_id` text NOT NULL,
	PRIMARY KEY(`announcement_id`, `member_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `bounced_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`bounced_at` integer NOT NULL,
	`lifted_at` integer
);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`event` text NOT NULL,
	`subject_id` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`tried_at` integer,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`former_secret` text,
	`former_until` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`paused_at` integer,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `batch_rows` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`invitation_id` text,
	`known` text,
	`name_key` text DEFAULT '' NOT NULL,
	`mail_domain` text DEFAULT '' NOT NULL,
	`mails_sent` integer DEFAULT 0 NOT NULL,
	`mailed_at` integer,
	`next_mail_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`batch_id`) REFERENCES `invitation_batches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `invitation_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`list_hash` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`invited` integer NOT NULL,
	`reminded_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `access_links` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`group_name` text NOT NULL,
	`maker_id` text,
	`uses_max` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`revoked_at` integer,
	`accepted` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`maker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `access_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`name_key` text NOT NULL,
	`email` text,
	`siren` text NOT NULL,
	`store_url` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`link_id`) REFERENCES `access_links`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "access_requests_decision" CHECK((status = 'waiting') = (decided_at is null)),
	CONSTRAINT "access_requests_address" CHECK((status = 'waiting') = (email is not null))
);--> statement-breakpoint
CREATE TABLE `calendar_links` (
	`member_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `event_seats` (
	`event_id` text NOT NULL,
	`member_id` text NOT NULL,
	`is_cohost` integer DEFAULT false NOT NULL,
	`state` text NOT NULL,
	`queued_at` integer,
	`offered_until` integer,
	`answered_at` integer NOT NULL,
	`confirmed_at` integer,
	`attended` integer,
	`useful` text,
	PRIMARY KEY(`event_id`, `member_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`host_id` text,
	`local_start` text NOT NULL,
	`time_zone` text NOT NULL,
	`starts_at` integer NOT NULL,
	`minutes` integer NOT NULL,
	`capacity` integer NOT NULL,
	`taken` integer DEFAULT 0 NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`specialties` text DEFAULT '[]' NOT NULL,
	`status` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`series_id` text,
	`cancel_reason` text DEFAULT '' NOT NULL,
	`moved_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`cancelled_at` integer,
	FOREIGN KEY (`host_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "events_seats" CHECK(taken between 0 and capacity)
);--> statement-breakpoint
CREATE INDEX `conversation_openings_conversation` ON `conversation_openings` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `conversation_openings_expiry` ON `conversation_openings` (`expires_at`);--> statement-breakpoint
CREATE INDEX `member_notes_member` ON `member_notes` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `member_notes_author` ON `member_notes` (`author_id`);--> statement-breakpoint
CREATE INDEX `member_notes_created` ON `member_notes` (`created_at`);--> statement-breakpoint
CREATE INDEX `saved_filters_owner` ON `saved_filters` (`owner_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `announcement_recipients_member` ON `announcement_recipients` (`member_id`,`received_at`,`announcement_id`);--> statement-breakpoint
CREATE INDEX `announcement_recipients_unread` ON `announcement_recipients` (`member_id`,`received_at`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `announcements_due` ON `announcements` (`scheduled_at`) WHERE started_at is null and cancelled_at is null;--> statement-breakpoint
CREATE INDEX `announcements_created` ON `announcements` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `announcements_sent` ON `announcements` (`sent_at`);--> statement-breakpoint
CREATE INDEX `announcements_author` ON `announcements` (`author_id`);--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_provider` ON `accounts` (`provider_id`,`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_token_hash_unique` ON `email_changes` (`token_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `members_email_unique` ON `members` (`email`);--> statement-breakpoint
CREATE INDEX `members_accepted` ON `members` (`accepted_revision`);--> statement-breakpoint
CREATE INDEX `members_told` ON `members` (`told_revision`);--> statement-breakpoint
CREATE INDEX `members_suspended` ON `members` (`suspended_at`) WHERE suspended_at is not null;--> statement-breakpoint
CREATE INDEX `members_created` ON `members` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `members_used` ON `members` (`last_used_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_user` ON `pending_sign_ins` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_expiry` ON `pending_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE INDEX `second_factors_key` ON `second_factors` (`key_id`);--> statement-breakpoint
CREATE INDEX `security_events_member` ON `security_events` (`member_id`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_source` ON `security_events` (`source`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_actor` ON `security_events` (`actor_id`);--> statement-breakpoint
CREATE INDEX `security_events_created` ON `security_events` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_unique` ON `sessions` (`token`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_seen` ON `sessions` (`updated_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_user` ON `sign_in_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_expiry` ON `sign_in_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `used_challenges_expiry` ON `used_challenges` (`expires_at`);--> statement-breakpoint
CREATE INDEX `verifications_identifier` ON `verifications` (`identifier`);--> statement-breakpoint
CREATE INDEX `verifications_expiry` ON `verifications` (`expires_at`);--> statement-breakpoint
CREATE INDEX `contact_answers_contact` ON `contact_answers` (`contact_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_answers_author` ON `contact_answers` (`author_id`);--> statement-breakpoint
CREATE INDEX `contact_messages_status` ON `contact_messages` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_created` ON `contact_messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_user` ON `contact_messages` (`user_id`);--> statement-breakpoint
CREATE INDEX `contact_messages_rights` ON `contact_messages` (`created_at`,`id`) WHERE data_right is not null and status <> 'resolved';--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_sos_request_id_unique` ON `conversations` (`sos_request_id`);--> statement-breakpoint
CREATE INDEX `conversations_status` ON `conversations` (`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `message_indexes_conversation_id_unique` ON `message_indexes` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `message_reactions_member` ON `message_reactions` (`member_id`);--> statement-breakpoint
CREATE INDEX `message_versions_replaced` ON `message_versions` (`replaced_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_sequence` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `messages_lines` ON `messages` (`sender_id`) WHERE kind <> 'text';--> statement-breakpoint
CREATE INDEX `messages_deleted` ON `messages` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `messages_edited` ON `messages` (`edited_at`) WHERE edited_at is not null;--> statement-breakpoint
CREATE INDEX `messages_changes` ON `messages` (`conversation_id`,`revision`) WHERE revision > 0;--> statement-breakpoint
CREATE INDEX `messages_replies` ON `messages` (`reply_to`) WHERE reply_to is not null;--> statement-breakpoint
CREATE INDEX `participants_user` ON `participants` (`user_id`,`is_active`);--> statement-breakpoint
CREATE INDEX `participants_helped` ON `participants` (`user_id`) WHERE helped_at is not null;--> statement-breakpoint
CREATE INDEX `files_owner` ON `files` (`owner_id`,`stored_bytes`);--> statement-breakpoint
CREATE INDEX `files_conversation` ON `files` (`conversation_id`,`stored_bytes`);--> statement-breakpoint
CREATE INDEX `files_message` ON `files` (`message_id`,`position`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `files_sos` ON `files` (`sos_id`,`position`) WHERE sos_id is not null;--> statement-breakpoint
CREATE INDEX `files_unused` ON `files` (`created_at`) WHERE message_id is null and sos_id is null;--> statement-breakpoint
CREATE INDEX `incident_votes_answer` ON `incident_votes` (`incident_id`,`answer`);--> statement-breakpoint
CREATE INDEX `incident_votes_member` ON `incident_votes` (`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_open` ON `incidents` (`tool`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `incidents_tool` ON `incidents` (`tool`,`ended_at`);--> statement-breakpoint
CREATE INDEX `incidents_proposed` ON `incidents` (`proposed_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`inviter_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_created` ON `invitations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_status` ON `invitations` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_invited_user` ON `invitations` (`invited_user_id`) WHERE invited_user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_pending_email` ON `invitations` (`email`) WHERE status = 'pending' and email is not null;--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `ai_calls_created` ON `ai_calls` (`created_at`,`cost`);--> statement-breakpoint
CREATE INDEX `ai_calls_sos` ON `ai_calls` (`sos_request_id`,`cost`,`input_tokens`,`output_tokens`);--> statement-breakpoint
CREATE INDEX `article_confirmations_user` ON `article_confirmations` (`user_id`);--> statement-breakpoint
CREATE INDEX `article_spellings_word` ON `article_spellings` (`word`);--> statement-breakpoint
CREATE UNIQUE INDEX `sos_summaries_id_unique` ON `sos_summaries` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sos_summaries_sos_request_id_unique` ON `sos_summaries` (`sos_request_id`);--> statement-breakpoint
CREATE INDEX `sos_summaries_review` ON `sos_summaries` (`position`) WHERE review_since is not null;--> statement-breakpoint
CREATE INDEX `sos_summaries_scheduled` ON `sos_summaries` (`position`) WHERE scheduled_privacy is not null;--> statement-breakpoint
CREATE INDEX `sos_summaries_status` ON `sos_summaries` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `sos_summaries_category` ON `sos_summaries` (`status`,`category`,`created_at`);--> statement-breakpoint
CREATE INDEX `sos_summaries_created` ON `sos_summaries` (`created_at`);--> statement-breakpoint
CREATE INDEX `sos_summaries_overview` ON `sos_summaries` (`status`,`privacy_level`,`category`,`participants_count`,`word_count`);--> statement-breakpoint
CREATE INDEX `sos_summaries_moderator` ON `sos_summaries` (`moderated_by`);--> statement-breakpoint
CREATE INDEX `sos_summaries_unfilled` ON `sos_summaries` (`position`) WHERE search_words is null;--> statement-breakpoint
CREATE INDEX `suggestion_openings_summary` ON `suggestion_openings` (`summary_id`);--> statement-breakpoint
CREATE INDEX `suggestion_openings_user` ON `suggestion_openings` (`user_id`);--> statement-breakpoint
CREATE INDEX `summary_consents_member` ON `summary_consents` (`member_id`);--> statement-breakpoint
CREATE INDEX `summary_versions_author` ON `summary_versions` (`author_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `summary_vetoes_own` ON `summary_vetoes` (`summary_id`,`member_id`,`text`);--> statement-breakpoint
CREATE INDEX `summary_vetoes_member` ON `summary_vetoes` (`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `notices_event` ON `notices` (`member_id`,`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `notices_created` ON `notices` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_session_id_unique` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_member` ON `push_subscriptions` (`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_id_unique` ON `audit_entries` (`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_actor` ON `audit_entries` (`actor_id`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_action` ON `audit_entries` (`action`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_subject` ON `audit_entries` (`subject_id`,`position`);--> statement-breakpoint
CREATE INDEX `audit_entries_created` ON `audit_entries` (`created_at`);--> statement-breakpoint
CREATE INDEX `erasures_age` ON `erasures` (`erased_at`);--> statement-breakpoint
CREATE INDEX `jobs_waiting` ON `jobs` (`kind`,`run_at`,`locked_until`,`attempts`,`first_due_at`,`done_at`,`failed_at`) WHERE done_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX `jobs_done` ON `jobs` (`done_at`) WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX `jobs_failed` ON `jobs` (`failed_at`) WHERE failed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_waiting_key` ON `jobs` (`key`) WHERE key is not null and done_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE INDEX `sent_mails_mailbox` ON `sent_mails` (`kind`,`mailbox`,`sent_at`);--> statement-breakpoint
CREATE INDEX `sent_mails_cause` ON `sent_mails` (`kind`,`caused_by`,`sent_at`);--> statement-breakpoint
CREATE INDEX `sent_mails_age` ON `sent_mails` (`sent_at`);--> statement-breakpoint
CREATE INDEX `certification_evidence_asked` ON `certification_evidence` (`asked_at`);--> statement-breakpoint
CREATE INDEX `certification_evidence_waiting` ON `certification_evidence` (`waits_from`,`user_id`);--> statement-breakpoint
CREATE INDEX `member_blocks_blocked` ON `member_blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE INDEX `profile_specialties_user` ON `profile_specialties` (`user_id`);--> statement-breakpoint
CREATE INDEX `profile_tools_user` ON `profile_tools` (`user_id`);--> statement-breakpoint
CREATE INDEX `profile_words_user` ON `profile_words` (`user_id`);--> statement-breakpoint
CREATE INDEX `profiles_top_helpers` ON `profiles` (`total_help_count`) WHERE total_help_count > 0;--> statement-breakpoint
CREATE INDEX `profiles_names` ON `profiles` (`sort_key`,`user_id`);--> statement-breakpoint
CREATE INDEX `profiles_helps` ON `profiles` (`total_help_count`,`user_id`);--> statement-breakpoint
CREATE INDEX `profiles_directory` ON `profiles` (`sort_key`,`user_id`) WHERE completed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_siren` ON `profiles` (`siren`) WHERE siren is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `sos_ratings_once` ON `sos_ratings` (`sos_request_id`,`rated_user_id`);--> statement-breakpoint
CREATE INDEX `sos_ratings_rated` ON `sos_ratings` (`rated_user_id`,`rating`);--> statement-breakpoint
CREATE INDEX `sos_ratings_rater` ON `sos_ratings` (`rater_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `case_contests_decision_id_unique` ON `case_contests` (`decision_id`);--> statement-breakpoint
CREATE INDEX `case_contests_open` ON `case_contests` (`created_at`,`id`) WHERE outcome is null;--> statement-breakpoint
CREATE INDEX `case_contests_decider` ON `case_contests` (`decided_by`);--> statement-breakpoint
CREATE UNIQUE INDEX `case_decisions_case_id_unique` ON `case_decisions` (`case_id`);--> statement-breakpoint
CREATE INDEX `case_decisions_member` ON `case_decisions` (`member_id`,`decided_at`);--> statement-breakpoint
CREATE INDEX `case_decisions_decider` ON `case_decisions` (`decided_by`);--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_member` ON `cases` (`member_id`) WHERE closed_at is null and message_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_message` ON `cases` (`message_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `cases_open` ON `cases` (`opened_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `cases_member` ON `cases` (`member_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `cases_closed` ON `cases` (`closed_at`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `decision_recipients_member` ON `decision_recipients` (`member_id`);--> statement-breakpoint
CREATE INDEX `reports_case` ON `reports` (`case_id`);--> statement-breakpoint
CREATE INDEX `reports_quoted` ON `reports` (`decided_at`) WHERE quote is not null;--> statement-breakpoint
CREATE INDEX `reports_status` ON `reports` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_created` ON `reports` (`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`);--> statement-breakpoint
CREATE INDEX `reports_reported` ON `reports` (`reported_user_id`);--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`decided_at`) WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX `reports_decider` ON `reports` (`decided_by`);--> statement-breakpoint
CREATE INDEX `help_requests_member` ON `help_requests` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sos_alerts_member` ON `sos_alerts` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sos_alerts_created` ON `sos_alerts` (`created_at`,`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sos_requests_id_unique` ON `sos_requests` (`id`);--> statement-breakpoint
CREATE INDEX `sos_requests_feed` ON `sos_requests` (`feed_rank`,`position`);--> statement-breakpoint
CREATE INDEX `sos_requests_resolved` ON `sos_requests` (`resolved_at`) WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX `sos_requests_unresolved` ON `sos_requests` (`feed_rank`,`position`) WHERE status in ('open', 'in_progress');--> statement-breakpoint
CREATE INDEX `sos_requests_cites` ON `sos_requests` (`cites_id`) WHERE cites_id is not null;--> statement-breakpoint
CREATE INDEX `sos_requests_user` ON `sos_requests` (`user_id`,`feed_rank`,`position`);--> statement-breakpoint
CREATE INDEX `sos_specialties_sos` ON `sos_specialties` (`sos_position`);--> statement-breakpoint
CREATE INDEX `sos_tools_recent` ON `sos_tools` (`tool`,`created_at`);--> statement-breakpoint
CREATE INDEX `sos_views_user` ON `sos_views` (`user_id`);--> statement-breakpoint
CREATE INDEX `announcement_targets_member` ON `announcement_targets` (`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_token_hash_unique` ON `api_keys` (`token_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_expiry` ON `api_keys` (`expires_at`);--> statement-breakpoint
CREATE INDEX `api_keys_owner` ON `api_keys` (`owner_id`);--> statement-breakpoint
CREATE INDEX `bounced_addresses_age` ON `bounced_addresses` (`bounced_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_log` ON `webhook_deliveries` (`webhook_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `webhooks_created` ON `webhooks` (`created_at`);--> statement-breakpoint
CREATE INDEX `batch_rows_batch` ON `batch_rows` (`batch_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `batch_rows_invitation` ON `batch_rows` (`invitation_id`) WHERE invitation_id is not null;--> statement-breakpoint
CREATE INDEX `batch_rows_name` ON `batch_rows` (`name_key`) WHERE name_key <> '';--> statement-breakpoint
CREATE INDEX `batch_rows_due` ON `batch_rows` (`mail_domain`,`next_mail_at`) WHERE next_mail_at is not null;--> statement-breakpoint
CREATE INDEX `batch_rows_mailed` ON `batch_rows` (`mail_domain`,`mailed_at`);--> statement-breakpoint
CREATE INDEX `batch_rows_expiry` ON `batch_rows` (`expires_at`) WHERE invitation_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_batches_list_hash_unique` ON `invitation_batches` (`list_hash`);--> statement-breakpoint
CREATE INDEX `invitation_batches_created` ON `invitation_batches` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitation_batches_author` ON `invitation_batches` (`author_id`);--> statement-breakpoint
CREATE INDEX `invitations_batch` ON `invitations` (`batch_id`) WHERE batch_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `sos_summaries_import` ON `sos_summaries` (`import_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `access_links_code_unique` ON `access_links` (`code`);--> statement-breakpoint
CREATE INDEX `access_links_created` ON `access_links` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `access_links_maker` ON `access_links` (`maker_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `access_requests_open` ON `access_requests` (`link_id`,`email`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `access_requests_waiting` ON `access_requests` (`created_at`,`id`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `access_requests_decided` ON `access_requests` (`decided_at`) WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX `invitations_access_link` ON `invitations` (`access_link_id`) WHERE access_link_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_links_token` ON `calendar_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_links_read` ON `calendar_links` (`last_read_at`);--> statement-breakpoint
CREATE INDEX `event_seats_member` ON `event_seats` (`member_id`,`state`);--> statement-breakpoint
CREATE INDEX `event_seats_queue` ON `event_seats` (`event_id`,`queued_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `event_seats_absent` ON `event_seats` (`member_id`) WHERE attended = 0;--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_host` ON `events` (`host_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `events_series` ON `events` (`series_id`,`starts_at`) WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_event_id_unique` ON `conversations` (`event_id`);--> statement-breakpoint
CREATE INDEX `conversations_open_events` ON `conversations` (`event_id`) WHERE event_id is not null and status <> 'closed';--> statement-breakpoint
CREATE UNIQUE INDEX `sos_summaries_event` ON `sos_summaries` (`event_id`);--> statement-breakpoint
CREATE VIRTUAL TABLE sos_search USING fts5(
	search_text,
	search_stems,
	content = 'sos_requests',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);--> statement-breakpoint
CREATE VIRTUAL TABLE summaries_search USING fts5(
	search_text,
	search_stems,
	content = 'sos_summaries',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);--> statement-breakpoint
CREATE VIRTUAL TABLE audit_search USING fts5(
	search_text,
	content = 'audit_entries',
	content_rowid = 'position',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);--> statement-breakpoint
CREATE VIRTUAL TABLE contact_search USING fts5(
	id UNINDEXED,
	content,
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);--> statement-breakpoint
CREATE VIRTUAL TABLE messages_search USING fts5(
	words,
	tokenize = 'ascii',
	detail = 'none',
	columnsize = 0
);--> statement-breakpoint
INSERT INTO shared_views (id) VALUES (1);--> statement-breakpoint
INSERT INTO commit_number (id) VALUES (1);--> statement-breakpoint
INSERT INTO messages_search (messages_search, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
CREATE TRIGGER sos_search_insert AFTER INSERT ON sos_requests BEGIN
	INSERT INTO sos_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;--> statement-breakpoint
CREATE TRIGGER sos_search_delete AFTER DELETE ON sos_requests BEGIN
	INSERT INTO sos_search (sos_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
END;--> statement-breakpoint
CREATE TRIGGER sos_search_update AFTER UPDATE OF search_text, search_stems ON sos_requests BEGIN
	INSERT INTO sos_search (sos_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
	INSERT INTO sos_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;--> statement-breakpoint
CREATE TRIGGER summaries_search_insert AFTER INSERT ON sos_summaries BEGIN
	INSERT INTO summaries_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;--> statement-breakpoint
CREATE TRIGGER summaries_search_delete AFTER DELETE ON sos_summaries BEGIN
	INSERT INTO summaries_search (summaries_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
END;--> statement-breakpoint
CREATE TRIGGER summaries_search_update AFTER UPDATE OF search_text, search_stems ON sos_summaries BEGIN
	INSERT INTO summaries_search (summaries_search, rowid, search_text, search_stems) VALUES ('delete', old.position, old.search_text, old.search_stems);
	INSERT INTO summaries_search (rowid, search_text, search_stems) VALUES (new.position, new.search_text, new.search_stems);
END;--> statement-breakpoint
CREATE TRIGGER profile_words_insert AFTER INSERT ON profiles BEGIN
	INSERT OR IGNORE INTO profile_words (word, user_id) SELECT value, new.user_id FROM json_each(new.search_words);
END;--> statement-breakpoint
CREATE TRIGGER profile_words_update AFTER UPDATE OF search_words ON profiles WHEN new.search_words IS NOT old.search_words BEGIN
	DELETE FROM profile_words WHERE user_id = new.user_id;
	INSERT OR IGNORE INTO profile_words (word, user_id) SELECT value, new.user_id FROM json_each(new.search_words);
END;--> statement-breakpoint
CREATE TRIGGER profile_specialties_insert AFTER INSERT ON profiles BEGIN
	INSERT OR IGNORE INTO profile_specialties (specialty, user_id) SELECT value, new.user_id FROM json_each(new.specialties);
END;--> statement-breakpoint
CREATE TRIGGER profile_specialties_update AFTER UPDATE OF specialties ON profiles WHEN new.specialties IS NOT old.specialties BEGIN
	DELETE FROM profile_specialties WHERE user_id = new.user_id;
	INSERT OR IGNORE INTO profile_specialties (specialty, user_id) SELECT value, new.user_id FROM json_each(new.specialties);
END;--> statement-breakpoint
CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only');
END;--> statement-breakpoint
CREATE TRIGGER audit_search_insert AFTER INSERT ON audit_entries BEGIN
	INSERT INTO audit_search (rowid, search_text) VALUES (new.position, new.search_text);
END;--> statement-breakpoint
CREATE TRIGGER contact_search_insert AFTER INSERT ON contact_messages BEGIN
	INSERT INTO contact_search (id, content)
		VALUES (new.id, replace(replace(lower(new.name || char(10) || new.email || char(10) || new.subject || char(10) || new.message), 'œ', 'oe'), 'æ', 'ae'));
END;--> statement-breakpoint
CREATE TRIGGER contact_search_delete AFTER DELETE ON contact_messages BEGIN
	DELETE FROM contact_search WHERE id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER article_words_summary_insert AFTER INSERT ON sos_summaries BEGIN
	INSERT INTO article_words (word, articles) SELECT value, 1 FROM json_each(new.search_words) WHERE true
		ON CONFLICT (word) DO UPDATE SET articles = articles + 1;
END;--> statement-breakpoint
CREATE TRIGGER article_words_summary_delete AFTER DELETE ON sos_summaries BEGIN
	UPDATE article_words SET articles = articles - 1 WHERE word IN (SELECT value FROM json_each(old.search_words));
	DELETE FROM article_words WHERE articles < 1 AND word IN (SELECT value FROM json_each(old.search_words));
END;--> statement-breakpoint
CREATE TRIGGER article_words_summary_update AFTER UPDATE OF search_words ON sos_summaries WHEN new.search_words IS NOT old.search_words BEGIN
	INSERT INTO article_words (word, articles) SELECT value, 1 FROM json_each(new.search_words) WHERE true
		ON CONFLICT (word) DO UPDATE SET articles = articles + 1;
	UPDATE article_words SET articles = articles - 1 WHERE word IN (SELECT value FROM json_each(old.search_words));
	DELETE FROM article_words WHERE articles < 1 AND word IN (SELECT value FROM json_each(old.search_words));
END;--> statement-breakpoint
CREATE TRIGGER article_spellings_insert AFTER INSERT ON article_words BEGIN
	INSERT OR IGNORE INTO article_spellings (spelling, word) VALUES (new.word, new.word);
	INSERT OR IGNORE INTO article_spellings (spelling, word)
		SELECT substr(new.word, 1, value - 1) || substr(new.word, value + 1), new.word
		FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]')
		WHERE value <= length(new.word);
END;--> statement-breakpoint
CREATE TRIGGER message_indexes_delete AFTER DELETE ON message_indexes BEGIN
	DELETE FROM messages_search WHERE rowid > old.number * 16777216 AND rowid < (old.number + 1) * 16777216;
END;--> statement-breakpoint
CREATE TRIGGER profile_tools_insert AFTER INSERT ON profiles BEGIN
	INSERT OR IGNORE INTO profile_tools (tool, user_id) SELECT new.cms, new.user_id WHERE new.cms <> '' UNION SELECT value, new.user_id FROM json_each(new.payments) UNION SELECT value, new.user_id FROM json_each(new.carriers);
END;--> statement-breakpoint
CREATE TRIGGER profile_tools_update AFTER UPDATE OF cms, payments, carriers ON profiles WHEN new.cms IS NOT old.cms OR new.payments IS NOT old.payments OR new.carriers IS NOT old.carriers BEGIN
	DELETE FROM profile_tools WHERE user_id = new.user_id;
	INSERT OR IGNORE INTO profile_tools (tool, user_id) SELECT new.cms, new.user_id WHERE new.cms <> '' UNION SELECT value, new.user_id FROM json_each(new.payments) UNION SELECT value, new.user_id FROM json_each(new.carriers);
END;--> statement-breakpoint
CREATE TRIGGER members_used_insert AFTER INSERT ON sessions BEGIN
	UPDATE members SET last_used_at = new.updated_at, unused_warnings = 0, unused_warned_at = NULL WHERE id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER members_used_update AFTER UPDATE OF updated_at ON sessions BEGIN
	UPDATE members SET last_used_at = new.updated_at, unused_warnings = 0, unused_warned_at = NULL WHERE id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
WHEN NOT EXISTS (
	SELECT 1 FROM audit_entries WHERE action = 'journal.prune' AND json_extract("after", '$.through') >= old.position
) BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only');
END;--> statement-breakpoint
CREATE TRIGGER audit_search_delete AFTER DELETE ON audit_entries BEGIN
	INSERT INTO audit_search (audit_search, rowid, search_text) VALUES ('delete', old.position, old.search_text);
END;--> statement-breakpoint
CREATE TRIGGER history_version_message_update AFTER UPDATE ON messages BEGIN
	UPDATE conversations SET history_version = history_version + 1 WHERE id = new.conversation_id;
END;--> statement-breakpoint
CREATE TRIGGER sos_ratings_withdrawn AFTER DELETE ON sos_ratings WHEN old.published_at > 0 BEGIN
	UPDATE sos_ratings SET published_at = 0
		WHERE rated_user_id = old.rated_user_id AND published_at = old.published_at;
END;--> statement-breakpoint
CREATE TRIGGER commit_of_version_before AFTER UPDATE ON commit_number WHEN new.invalidating = old.invalidating BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
