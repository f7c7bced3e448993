CREATE TABLE `commit_number` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "commit_number_one_row" CHECK("commit_number"."id" = 1)
);
--> statement-breakpoint
INSERT INTO `commit_number` (`id`) VALUES (1);
