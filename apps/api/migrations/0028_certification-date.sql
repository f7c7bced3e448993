ALTER TABLE `profiles` ADD `certification_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `certification_reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- All were certified with the sign-up.
UPDATE `profiles` SET `certification_at` = `created_at`;
