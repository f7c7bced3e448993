CREATE TABLE `digests` (
	`day` integer PRIMARY KEY NOT NULL,
	`after` text NOT NULL
);
