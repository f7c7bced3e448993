DROP INDEX `sos_requests_undoable`;--> statement-breakpoint
ALTER TABLE `sos_requests` DROP COLUMN `undo_until`;