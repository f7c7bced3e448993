ALTER TABLE `invitations` ADD `vouched_at` integer;--> statement-breakpoint
ALTER TABLE `profiles` ADD `siren` text;--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_siren` ON `profiles` (`siren`) WHERE siren is not null;