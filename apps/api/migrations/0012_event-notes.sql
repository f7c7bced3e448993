ALTER TABLE `sos_summaries` ADD `event_id` text REFERENCES events(id) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `sos_summaries_event` ON `sos_summaries` (`event_id`);