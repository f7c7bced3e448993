ALTER TABLE `recovery_codes` ADD `made_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `second_factors` ADD `session_id` text;