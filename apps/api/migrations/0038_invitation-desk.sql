DROP INDEX `invitations_inviter`;--> statement-breakpoint
CREATE INDEX `invitations_created` ON `invitations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_status` ON `invitations` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`inviter_id`,`created_at`,`id`);