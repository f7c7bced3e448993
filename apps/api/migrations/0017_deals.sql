CREATE TABLE `deal_commitments` (
	`id` text PRIMARY KEY NOT NULL,
	`deal_id` text NOT NULL,
	`member_id` text,
	`quantity` integer NOT NULL,
	`state` text NOT NULL,
	`consent_at` integer,
	`sent_at` integer,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deal_commitments_member` ON `deal_commitments` (`deal_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `deal_commitments_own` ON `deal_commitments` (`member_id`,`state`);--> statement-breakpoint
CREATE TABLE `deal_interests` (
	`deal_id` text NOT NULL,
	`member_id` text NOT NULL,
	`volume` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`deal_id`, `member_id`),
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deal_interests_member` ON `deal_interests` (`member_id`);--> statement-breakpoint
CREATE INDEX `deal_interests_created` ON `deal_interests` (`created_at`);--> statement-breakpoint
CREATE TABLE `deal_offers` (
	`deal_id` text NOT NULL,
	`revision` integer NOT NULL,
	`offer` text NOT NULL,
	`created_at` integer NOT NULL,
	`approved_at` integer,
	PRIMARY KEY(`deal_id`, `revision`),
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `deal_reviews` (
	`deal_id` text NOT NULL,
	`member_id` text NOT NULL,
	`answer` text NOT NULL,
	`saved` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`deal_id`, `member_id`),
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deal_reviews_member` ON `deal_reviews` (`member_id`);--> statement-breakpoint
CREATE TABLE `deals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`category` text NOT NULL,
	`title` text NOT NULL,
	`need` text NOT NULL,
	`status` text NOT NULL,
	`author_id` text,
	`lead_id` text,
	`tie` text,
	`tie_note` text DEFAULT '' NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`commit_until` integer,
	`total` integer DEFAULT 0 NOT NULL,
	`committed` integer DEFAULT 0 NOT NULL,
	`interested` integer DEFAULT 0 NOT NULL,
	`shown_total` integer,
	`shown_members` integer,
	`choice_until` integer,
	`is_prolonged` integer DEFAULT false NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`approved_at` integer,
	`lead_acted_at` integer,
	`asked_at` integer,
	`ended_at` integer,
	`concluded_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`lead_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "deals_sums" CHECK(total >= 0 and committed >= 0 and interested >= 0)
);
--> statement-breakpoint
CREATE INDEX `deals_ideas` ON `deals` (`created_at`,`id`) WHERE approved_at is not null and status in ('idea', 'negotiation', 'offered');--> statement-breakpoint
CREATE INDEX `deals_open` ON `deals` (`commit_until`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `deals_ended` ON `deals` (`ended_at`,`id`) WHERE status in ('reached', 'not-reached', 'concluded', 'reviewed');--> statement-breakpoint
CREATE INDEX `deals_waiting` ON `deals` (`updated_at`) WHERE status in ('proposed', 'offered');--> statement-breakpoint
CREATE INDEX `deals_silent` ON `deals` (`asked_at`) WHERE asked_at is not null;--> statement-breakpoint
CREATE INDEX `deals_acted` ON `deals` (`lead_acted_at`);--> statement-breakpoint
CREATE INDEX `deals_author` ON `deals` (`author_id`,`status`);--> statement-breakpoint
CREATE INDEX `deals_lead` ON `deals` (`lead_id`,`status`);