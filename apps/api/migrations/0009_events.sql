CREATE TABLE `calendar_links` (
	`member_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_links_token` ON `calendar_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_links_read` ON `calendar_links` (`last_read_at`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `event_seats_member` ON `event_seats` (`member_id`,`state`);--> statement-breakpoint
CREATE INDEX `event_seats_queue` ON `event_seats` (`event_id`,`queued_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `event_seats_absent` ON `event_seats` (`member_id`) WHERE attended = 0;--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_host` ON `events` (`host_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `events_series` ON `events` (`series_id`,`starts_at`) WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`created_at`);--> statement-breakpoint
ALTER TABLE `community_settings` ADD `events` integer DEFAULT false NOT NULL;