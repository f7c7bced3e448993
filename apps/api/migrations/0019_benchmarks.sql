CREATE TABLE `benchmark_answers` (
	`quarter` text NOT NULL,
	`member_id` text NOT NULL,
	`metric` text NOT NULL,
	`value` integer NOT NULL,
	`from_export` integer NOT NULL,
	`keep` integer NOT NULL,
	`erased_at` integer NOT NULL,
	PRIMARY KEY(`quarter`, `member_id`, `metric`),
	FOREIGN KEY (`quarter`) REFERENCES `benchmark_waves`(`quarter`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `benchmark_answers_member` ON `benchmark_answers` (`member_id`);--> statement-breakpoint
CREATE INDEX `benchmark_answers_erased` ON `benchmark_answers` (`erased_at`);--> statement-breakpoint
CREATE TABLE `benchmark_cells` (
	`quarter` text NOT NULL,
	`metric` text NOT NULL,
	`key` text NOT NULL,
	`people` text NOT NULL,
	`centre` integer NOT NULL,
	`q1` integer,
	`q3` integer,
	PRIMARY KEY(`quarter`, `metric`, `key`),
	FOREIGN KEY (`quarter`) REFERENCES `benchmark_waves`(`quarter`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `benchmark_figures` (
	`member_id` text NOT NULL,
	`quarter` text NOT NULL,
	`metric` text NOT NULL,
	`value` integer NOT NULL,
	`cells` text NOT NULL,
	PRIMARY KEY(`member_id`, `quarter`, `metric`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`quarter`) REFERENCES `benchmark_waves`(`quarter`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `benchmark_parts` (
	`quarter` text NOT NULL,
	`member_id` text NOT NULL,
	`metric` text NOT NULL,
	`cells` text NOT NULL,
	`far` integer NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`quarter`, `member_id`, `metric`),
	FOREIGN KEY (`quarter`) REFERENCES `benchmark_waves`(`quarter`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `benchmark_parts_member` ON `benchmark_parts` (`member_id`);--> statement-breakpoint
CREATE INDEX `benchmark_parts_published` ON `benchmark_parts` (`published_at`);--> statement-breakpoint
CREATE TABLE `benchmark_waves` (
	`quarter` text PRIMARY KEY NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer NOT NULL,
	`publishes_at` integer NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`reminded_at` integer,
	`published_at` integer,
	`unusual` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `benchmark_waves_opens` ON `benchmark_waves` (`opens_at`);--> statement-breakpoint
ALTER TABLE `community_settings` ADD `benchmarks` integer DEFAULT false NOT NULL;