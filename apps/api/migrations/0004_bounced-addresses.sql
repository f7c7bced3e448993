CREATE TABLE `bounced_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`bounced_at` integer NOT NULL,
	`lifted_at` integer
);
--> statement-breakpoint
CREATE INDEX `bounced_addresses_age` ON `bounced_addresses` (`bounced_at`);