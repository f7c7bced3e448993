-- What the code read from the journal becomes a column, filled from the journal for the last time.
ALTER TABLE `sos_requests` ADD `closed_by` text;--> statement-breakpoint
UPDATE sos_requests SET closed_by = CASE
	WHEN (SELECT after FROM audit_entries WHERE subject_id = sos_requests.id AND action = 'sos.status'
		ORDER BY position DESC LIMIT 1) IS '{"status":"closed"}' THEN 'team'
	-- Nothing else closes an SOS in the moment in which its author's account is deleted.
	WHEN user_id IS NULL AND EXISTS (SELECT 1 FROM audit_entries WHERE action IN ('account.delete', 'user.delete')
		AND created_at BETWEEN closed_at AND closed_at + 5000) THEN 'departure'
	ELSE 'author' END
	WHERE status = 'closed';--> statement-breakpoint
ALTER TABLE `messages` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `messages_deleted` ON `messages` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
UPDATE messages SET deleted_at = (SELECT created_at FROM audit_entries
		WHERE subject_id = messages.id AND action = 'message.delete' ORDER BY position DESC LIMIT 1)
	WHERE id IN (SELECT subject_id FROM audit_entries WHERE action = 'message.delete');--> statement-breakpoint
ALTER TABLE `members` ADD `suspended_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `suspension_reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE members SET suspended_by = entry.actor_name, suspension_reason = entry.reason FROM audit_entries AS entry
	WHERE suspended_at IS NOT NULL AND entry.position = (SELECT max(position) FROM audit_entries
		WHERE subject_id = members.id AND action = 'user.suspend');--> statement-breakpoint
ALTER TABLE `members` ADD `profile_complete` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE members SET profile_complete = true
	WHERE id IN (SELECT user_id FROM profiles WHERE completed_at IS NOT NULL);--> statement-breakpoint
-- A conversation no longer repeats title, requester, outcome and end of its SOS.
CREATE TABLE `__new_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`sos_request_id` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`current_participants` integer DEFAULT 0 NOT NULL,
	`max_participants` integer DEFAULT 5 NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`deleted_seqs` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`sos_request_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "conversations_seats" CHECK(current_participants between 0 and max_participants)
);
--> statement-breakpoint
INSERT INTO `__new_conversations`("id", "sos_request_id", "status", "current_participants", "max_participants", "last_seq", "deleted_seqs", "created_at", "updated_at") SELECT "id", "sos_request_id", "status", "current_participants", "max_participants", "last_seq", "deleted_seqs", "created_at", "updated_at" FROM `conversations`;--> statement-breakpoint
DROP TABLE `conversations`;--> statement-breakpoint
ALTER TABLE `__new_conversations` RENAME TO `conversations`;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_sos_request_id_unique` ON `conversations` (`sos_request_id`);--> statement-breakpoint
CREATE INDEX `conversations_status` ON `conversations` (`status`);--> statement-breakpoint
CREATE TRIGGER shared_views_conversation_insert AFTER INSERT ON conversations BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_conversation_update AFTER UPDATE OF sos_request_id, status, current_participants, max_participants ON conversations BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_conversation_delete AFTER DELETE ON conversations BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
