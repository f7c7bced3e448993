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
);
--> statement-breakpoint
CREATE INDEX `sos_alerts_member` ON `sos_alerts` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sos_alerts_created` ON `sos_alerts` (`created_at`,`member_id`);--> statement-breakpoint
CREATE TABLE `sos_waves` (
	`sos_id` text PRIMARY KEY NOT NULL,
	`wave` integer NOT NULL,
	`started_at` integer NOT NULL,
	`next_at` integer,
	`alerted` integer DEFAULT 0 NOT NULL,
	`unhelped_at` integer,
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sos_waves_known" CHECK("sos_waves"."wave" between 1 and 4)
);
