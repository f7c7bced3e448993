CREATE TABLE `shared_views` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shared_views_one_row" CHECK("shared_views"."id" = 1)
);
--> statement-breakpoint
DROP INDEX `conversations_activity`;--> statement-breakpoint
CREATE INDEX `conversations_status` ON `conversations` (`status`);--> statement-breakpoint
DROP INDEX `sos_requests_status`;--> statement-breakpoint
CREATE INDEX `sos_requests_unresolved` ON `sos_requests` (`feed_rank`,`position`) WHERE status in ('open', 'in_progress');--> statement-breakpoint
CREATE INDEX `sos_summaries_overview` ON `sos_summaries` (`status`,`privacy_level`,`category`,`participants_count`,`word_count`);
--> statement-breakpoint
-- Whatever shows in an SOS as all members see it, or among those who helped most. Messages and read positions do not.
INSERT INTO shared_views (id) VALUES (1);
--> statement-breakpoint
CREATE TRIGGER shared_views_sos_insert AFTER INSERT ON sos_requests BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_sos_update AFTER UPDATE ON sos_requests BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_sos_delete AFTER DELETE ON sos_requests BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER shared_views_participant_insert AFTER INSERT ON participants BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_participant_update AFTER UPDATE OF role, is_active, joined_at ON participants BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_participant_delete AFTER DELETE ON participants BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_profile_insert AFTER INSERT ON profiles BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_profile_update AFTER UPDATE OF first_name, last_name, store_name, avatar_key, is_certified, specialties, total_help_count ON profiles BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_profile_delete AFTER DELETE ON profiles BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER shared_views_member_update AFTER UPDATE OF suspended_at ON members BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
