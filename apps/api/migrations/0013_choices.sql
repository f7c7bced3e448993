ALTER TABLE `participants` ADD `unread_from` integer;--> statement-breakpoint
ALTER TABLE `participants` ADD `marks` integer DEFAULT 0 NOT NULL;