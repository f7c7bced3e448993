ALTER TABLE `sos_summaries` ADD `imported_from` text;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `imported_day` text;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `import_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `sos_summaries_import` ON `sos_summaries` (`import_key`);