DROP INDEX `files_unused`;--> statement-breakpoint
ALTER TABLE `files` ADD `deal_id` text;--> statement-breakpoint
CREATE INDEX `files_deal` ON `files` (`deal_id`,`position`) WHERE deal_id is not null;--> statement-breakpoint
CREATE INDEX `files_unused` ON `files` (`created_at`) WHERE message_id is null and sos_id is null and deal_id is null;