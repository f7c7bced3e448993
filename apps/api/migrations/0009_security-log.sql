CREATE TABLE `security_events` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`member_id` text,
	`address_hash` text,
	`actor_id` text,
	`source` text,
	`reason` text,
	`request_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `security_events_member` ON `security_events` (`member_id`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_source` ON `security_events` (`source`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`,`position`);--> statement-breakpoint
CREATE INDEX `security_events_actor` ON `security_events` (`actor_id`);--> statement-breakpoint
CREATE INDEX `security_events_created` ON `security_events` (`created_at`);--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `mac` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `key_id` text DEFAULT '' NOT NULL;