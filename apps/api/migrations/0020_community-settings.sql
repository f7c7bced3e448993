CREATE TABLE `community_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`voice_messages` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "community_settings_one" CHECK(id = 1)
);
