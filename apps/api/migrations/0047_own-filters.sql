-- A filter belongs to the administrator who saved it first, as the journal says; one whose administrator is gone goes.
DROP INDEX `saved_filters_name`;--> statement-breakpoint
ALTER TABLE `saved_filters` ADD `owner_id` text REFERENCES members(id) ON DELETE CASCADE;--> statement-breakpoint
UPDATE `saved_filters` SET `owner_id` = (
  SELECT `members`.`id` FROM `audit_entries` JOIN `members` ON `members`.`id` = `audit_entries`.`actor_id`
  WHERE `audit_entries`.`subject_id` = `saved_filters`.`id` AND `audit_entries`.`action` = 'filter.save'
  ORDER BY `audit_entries`.`position` LIMIT 1
);--> statement-breakpoint
DELETE FROM `saved_filters` WHERE `owner_id` IS NULL;--> statement-breakpoint
CREATE INDEX `saved_filters_owner` ON `saved_filters` (`owner_id`,`name`,`id`);
