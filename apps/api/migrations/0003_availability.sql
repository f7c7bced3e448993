ALTER TABLE `member_settings` ADD `alerts_per_day` integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE `member_settings` ADD `paused_until` integer;--> statement-breakpoint
ALTER TABLE `member_settings` ADD `urgent_in_quiet_hours` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `member_settings` ADD `time_zone` text DEFAULT 'Europe/Paris' NOT NULL;