ALTER TABLE `sos_requests` ADD `undo_until` integer;--> statement-breakpoint
CREATE INDEX `sos_requests_undoable` ON `sos_requests` (`undo_until`) WHERE undo_until is not null;