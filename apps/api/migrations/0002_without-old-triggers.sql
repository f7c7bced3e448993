DROP INDEX `sos_summaries_unfilled`;--> statement-breakpoint
DROP TRIGGER commit_of_version_before;--> statement-breakpoint
DROP TRIGGER history_version_message_update;
