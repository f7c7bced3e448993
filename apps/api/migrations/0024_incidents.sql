CREATE TABLE `incident_votes` (
	`incident_id` text NOT NULL,
	`member_id` text NOT NULL,
	`answer` text NOT NULL,
	`voted_at` integer NOT NULL,
	PRIMARY KEY(`incident_id`, `member_id`),
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "incident_votes_known" CHECK(answer in ('ongoing', 'restored'))
);
--> statement-breakpoint
CREATE INDEX `incident_votes_answer` ON `incident_votes` (`incident_id`,`answer`);--> statement-breakpoint
CREATE INDEX `incident_votes_member` ON `incident_votes` (`member_id`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`tool` text NOT NULL,
	`since` integer NOT NULL,
	`proposed_at` integer NOT NULL,
	`confirmed_at` integer,
	`heard_at` integer NOT NULL,
	`ended_at` integer,
	`end` text,
	CONSTRAINT "incidents_ended" CHECK((ended_at is null) = ("end" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_open` ON `incidents` (`tool`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `incidents_tool` ON `incidents` (`tool`,`ended_at`);--> statement-breakpoint
CREATE INDEX `incidents_proposed` ON `incidents` (`proposed_at`,`id`);--> statement-breakpoint
CREATE TABLE `profile_tools` (
	`tool` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`tool`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_tools_user` ON `profile_tools` (`user_id`);--> statement-breakpoint
CREATE TABLE `sos_tools` (
	`sos_id` text NOT NULL,
	`tool` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sos_id`, `tool`),
	FOREIGN KEY (`sos_id`) REFERENCES `sos_requests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sos_tools_recent` ON `sos_tools` (`tool`,`created_at`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `payments` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `carriers` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sos_requests` ADD `tool` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE TRIGGER profile_tools_insert AFTER INSERT ON profiles BEGIN
	INSERT OR IGNORE INTO profile_tools (tool, user_id) SELECT new.cms, new.user_id WHERE new.cms <> '' UNION SELECT value, new.user_id FROM json_each(new.payments) UNION SELECT value, new.user_id FROM json_each(new.carriers);
END;
--> statement-breakpoint
CREATE TRIGGER profile_tools_update AFTER UPDATE OF cms, payments, carriers ON profiles WHEN new.cms IS NOT old.cms OR new.payments IS NOT old.payments OR new.carriers IS NOT old.carriers BEGIN
	DELETE FROM profile_tools WHERE user_id = new.user_id;
	INSERT OR IGNORE INTO profile_tools (tool, user_id) SELECT new.cms, new.user_id WHERE new.cms <> '' UNION SELECT value, new.user_id FROM json_each(new.payments) UNION SELECT value, new.user_id FROM json_each(new.carriers);
END;
--> statement-breakpoint
INSERT INTO profile_tools (tool, user_id) SELECT cms, user_id FROM profiles WHERE cms <> '';
