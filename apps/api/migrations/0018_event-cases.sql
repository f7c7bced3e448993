-- The generated draft rebuilt the table of decisions. A check of the new column says the same in place.
DROP INDEX `cases_open_member`;--> statement-breakpoint
ALTER TABLE `cases` ADD `event_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_event` ON `cases` (`event_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_member` ON `cases` (`member_id`) WHERE closed_at is null and message_id is null and event_id is null;--> statement-breakpoint
ALTER TABLE `case_decisions` ADD `event_id` text CONSTRAINT "case_decisions_event" CHECK(event_id is null or (rule is not null and reason <> ''));--> statement-breakpoint
ALTER TABLE `reports` ADD `event_id` text;
