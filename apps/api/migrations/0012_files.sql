CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`key` text NOT NULL,
	`conversation_id` text,
	`message_id` text,
	`sos_id` text,
	`position` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`bytes` integer NOT NULL,
	`stored_bytes` integer NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`ready_at` integer,
	`kind` text,
	`type` text,
	`width` integer,
	`height` integer,
	`thumbhash` text,
	`alt` text DEFAULT '' NOT NULL,
	`seconds` integer,
	`waveform` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `files_owner` ON `files` (`owner_id`,`stored_bytes`);--> statement-breakpoint
CREATE INDEX `files_conversation` ON `files` (`conversation_id`,`stored_bytes`);--> statement-breakpoint
CREATE INDEX `files_message` ON `files` (`message_id`,`position`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `files_sos` ON `files` (`sos_id`,`position`) WHERE sos_id is not null;--> statement-breakpoint
CREATE INDEX `files_unused` ON `files` (`created_at`) WHERE message_id is null and sos_id is null;