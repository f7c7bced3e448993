-- The generated draft rebuilt the table. libSQL changes the column in place, with its foreign key, index and triggers.
ALTER TABLE `conversations` ADD `event_id` text REFERENCES `events`(`id`) ON DELETE cascade CONSTRAINT "conversations_owner" CHECK((sos_request_id is null) <> (event_id is null));--> statement-breakpoint
ALTER TABLE `conversations` ALTER COLUMN `sos_request_id` TO `sos_request_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_event_id_unique` ON `conversations` (`event_id`);--> statement-breakpoint
CREATE INDEX `conversations_open_events` ON `conversations` (`event_id`) WHERE event_id is not null and status <> 'closed';
