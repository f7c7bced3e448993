CREATE TABLE `certification_evidence` (
	`user_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`asked_at` integer NOT NULL,
	`waits_from` integer NOT NULL,
	`file_key` text,
	`file_type` text,
	`file_name` text,
	`file_bytes` integer,
	`sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `certification_evidence_asked` ON `certification_evidence` (`asked_at`);--> statement-breakpoint
CREATE INDEX `certification_evidence_waiting` ON `certification_evidence` (`waits_from`,`user_id`);