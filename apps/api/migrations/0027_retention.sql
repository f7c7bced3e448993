ALTER TABLE `members` ADD `last_used_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `unused_warnings` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `unused_warned_at` integer;--> statement-breakpoint
CREATE INDEX `members_used` ON `members` (`last_used_at`);--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`decided_at`) WHERE decided_at is not null;
--> statement-breakpoint
-- When an account without a session was last used is not known: its period begins now.
UPDATE members SET last_used_at = coalesce((SELECT max(updated_at) FROM sessions WHERE user_id = members.id), cast(unixepoch('subsec') * 1000 AS integer));
--> statement-breakpoint
CREATE TRIGGER members_used_insert AFTER INSERT ON sessions BEGIN
	UPDATE members SET last_used_at = new.updated_at, unused_warnings = 0, unused_warned_at = NULL WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER members_used_update AFTER UPDATE OF updated_at ON sessions BEGIN
	UPDATE members SET last_used_at = new.updated_at, unused_warnings = 0, unused_warned_at = NULL WHERE id = new.user_id;
END;
--> statement-breakpoint
-- Rows go only once a row of the journal itself says up to where (platform/audit-retention.ts).
DROP TRIGGER audit_entries_kept;
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
WHEN NOT EXISTS (
	SELECT 1 FROM audit_entries WHERE action = 'journal.prune' AND json_extract("after", '$.through') >= old.position
) BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_search_delete AFTER DELETE ON audit_entries BEGIN
	INSERT INTO audit_search (audit_search, rowid, search_text) VALUES ('delete', old.position, old.search_text);
END;
