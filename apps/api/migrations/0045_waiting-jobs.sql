DROP INDEX `jobs_waiting`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `first_due_at` integer;--> statement-breakpoint
CREATE INDEX `jobs_waiting` ON `jobs` (`kind`,`run_at`,`locked_until`,`attempts`,`first_due_at`,`done_at`,`failed_at`) WHERE done_at is null and failed_at is null;