ALTER TABLE `sos_requests` ADD `additions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sos_requests` ADD `corrected_at` integer;