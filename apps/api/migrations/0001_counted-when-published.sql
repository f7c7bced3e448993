ALTER TABLE `commit_number` ADD `invalidating` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER shared_views_sos_insert;--> statement-breakpoint
DROP TRIGGER shared_views_sos_update;--> statement-breakpoint
DROP TRIGGER shared_views_sos_delete;--> statement-breakpoint
DROP TRIGGER shared_views_participant_insert;--> statement-breakpoint
DROP TRIGGER shared_views_participant_update;--> statement-breakpoint
DROP TRIGGER shared_views_participant_delete;--> statement-breakpoint
DROP TRIGGER shared_views_profile_insert;--> statement-breakpoint
DROP TRIGGER shared_views_profile_update;--> statement-breakpoint
DROP TRIGGER shared_views_profile_delete;--> statement-breakpoint
DROP TRIGGER shared_views_member_update;--> statement-breakpoint
DROP TRIGGER shared_views_conversation_insert;--> statement-breakpoint
DROP TRIGGER shared_views_conversation_update;--> statement-breakpoint
DROP TRIGGER shared_views_conversation_delete;--> statement-breakpoint
DROP TRIGGER history_version_message_delete;--> statement-breakpoint
DROP TRIGGER history_version_reaction_insert;--> statement-breakpoint
DROP TRIGGER history_version_reaction_delete;--> statement-breakpoint
DROP TRIGGER history_version_file_update;--> statement-breakpoint
DROP TRIGGER history_version_file_delete;--> statement-breakpoint
-- For instances of the version before, which do not count what they change; it goes with history_version_message_update.
CREATE TRIGGER commit_of_version_before AFTER UPDATE ON commit_number WHEN new.invalidating = old.invalidating BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
