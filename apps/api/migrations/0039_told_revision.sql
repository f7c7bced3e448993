ALTER TABLE `members` ADD `told_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `members_told` ON `members` (`told_revision`);