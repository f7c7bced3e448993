-- The generated draft rebuilt the table. libSQL changes the column in place, with its foreign key, index and triggers.
ALTER TABLE `conversations` ADD `deal_id` text REFERENCES `deals`(`id`) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `conversations` ALTER COLUMN `event_id` TO `event_id` text REFERENCES `events`(`id`) ON DELETE cascade CONSTRAINT "conversations_owner" CHECK((sos_request_id is not null) + (event_id is not null) + (deal_id is not null) = 1);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_deal_id_unique` ON `conversations` (`deal_id`);