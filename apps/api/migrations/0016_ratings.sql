ALTER TABLE `profiles` ADD `rating_prior` integer;--> statement-breakpoint
ALTER TABLE `sos_ratings` ADD `shown_rating` integer;--> statement-breakpoint
ALTER TABLE `sos_ratings` ADD `weight` integer;--> statement-breakpoint
ALTER TABLE `sos_ratings` ADD `weight_reason` text;--> statement-breakpoint
CREATE INDEX `sos_ratings_published` ON `sos_ratings` (`published_at`,`shown_rating`,`weight`);--> statement-breakpoint
CREATE INDEX `sos_ratings_unweighted` ON `sos_ratings` (`rated_user_id`) WHERE weight is null;