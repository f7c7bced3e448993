ALTER TABLE `messages` ADD `deleted_by_team` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_edited` ON `messages` (`edited_at`) WHERE edited_at is not null;--> statement-breakpoint
UPDATE messages SET deleted_by_team = true WHERE kind = 'deleted';
