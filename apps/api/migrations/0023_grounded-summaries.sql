ALTER TABLE `sos_summaries` ADD `sentences` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `dropped` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `calls_of` text;--> statement-breakpoint
CREATE INDEX `ai_calls_sos` ON `ai_calls` (`sos_request_id`,`cost`,`input_tokens`,`output_tokens`);--> statement-breakpoint
UPDATE `sos_summaries` SET `calls_of` = `sos_request_id`;
