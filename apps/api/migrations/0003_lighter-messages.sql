DROP INDEX `conversations_activity`;--> statement-breakpoint
CREATE INDEX `conversations_status` ON `conversations` (`status`);