ALTER TABLE `sessions` ADD `proven_at` integer;--> statement-breakpoint
-- Whoever has a second factor has given it at the sign-in, or has just added it.
UPDATE `sessions` SET `proven_at` = `created_at` WHERE `user_id` IN (SELECT `user_id` FROM `second_factors` WHERE `added_at` IS NOT NULL);
