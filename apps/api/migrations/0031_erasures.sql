CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erasures_age` ON `erasures` (`erased_at`);