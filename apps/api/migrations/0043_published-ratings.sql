ALTER TABLE `sos_ratings` ADD `published_at` integer;--> statement-breakpoint
-- Five at a time, in the order in which they came; the rest wait.
UPDATE `sos_ratings` SET `published_at` = five.at FROM (
	SELECT id, max(created_at) OVER same AS at, count(*) OVER same AS together FROM (
		SELECT id, rated_user_id, created_at,
			(row_number() OVER (PARTITION BY rated_user_id ORDER BY created_at, rowid) - 1) / 5 AS place
		FROM sos_ratings)
	WINDOW same AS (PARTITION BY rated_user_id, place)) AS five
	WHERE five.id = sos_ratings.id AND five.together = 5;--> statement-breakpoint
-- The difference to the former average would say which rating went.
CREATE TRIGGER sos_ratings_withdrawn AFTER DELETE ON sos_ratings WHEN old.published_at > 0 BEGIN
	UPDATE sos_ratings SET published_at = 0
		WHERE rated_user_id = old.rated_user_id AND published_at = old.published_at;
END;
