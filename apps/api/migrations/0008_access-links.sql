CREATE TABLE `access_links` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`group_name` text NOT NULL,
	`maker_id` text,
	`uses_max` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`revoked_at` integer,
	`accepted` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`maker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_links_code_unique` ON `access_links` (`code`);--> statement-breakpoint
CREATE INDEX `access_links_created` ON `access_links` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `access_links_maker` ON `access_links` (`maker_id`);--> statement-breakpoint
CREATE TABLE `access_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`name_key` text NOT NULL,
	`email` text,
	`siren` text NOT NULL,
	`store_url` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`link_id`) REFERENCES `access_links`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "access_requests_decision" CHECK((status = 'waiting') = (decided_at is null)),
	CONSTRAINT "access_requests_address" CHECK((status = 'waiting') = (email is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_requests_open` ON `access_requests` (`link_id`,`email`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `access_requests_waiting` ON `access_requests` (`created_at`,`id`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `access_requests_decided` ON `access_requests` (`decided_at`) WHERE decided_at is not null;--> statement-breakpoint
ALTER TABLE `invitations` ADD `access_link_id` text REFERENCES access_links(id);--> statement-breakpoint
CREATE INDEX `invitations_access_link` ON `invitations` (`access_link_id`) WHERE access_link_id is not null;