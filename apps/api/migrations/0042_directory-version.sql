-- With the columns by which the directory lists and filters.
DROP TRIGGER shared_views_profile_update;--> statement-breakpoint
CREATE TRIGGER shared_views_profile_update AFTER UPDATE OF first_name, last_name, store_name, avatar_key, is_certified, specialties, total_help_count, completed_at, sort_key, cms, sector, payments, carriers ON profiles BEGIN
	UPDATE shared_views SET version = version + 1 WHERE id = 1;
END;
