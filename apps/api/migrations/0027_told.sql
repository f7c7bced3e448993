ALTER TABLE `notices` ADD `is_unread` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `notices_inbox` ON `notices` (`member_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`member_id`) WHERE is_unread = 1;