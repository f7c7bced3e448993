ALTER TABLE `deal_commitments` ADD `siren` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `deal_commitments` SET `siren` = ifnull((SELECT `siren` FROM `profiles` WHERE `user_id` = `member_id`), '');--> statement-breakpoint
CREATE INDEX `deal_commitments_siren` ON `deal_commitments` (`deal_id`,`siren`);--> statement-breakpoint
ALTER TABLE `case_decisions` ADD `content_kind` text;--> statement-breakpoint
ALTER TABLE `cases` ADD `content_kind` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `content_kind` text;--> statement-breakpoint
CREATE INDEX `deals_updated` ON `deals` (`updated_at`);