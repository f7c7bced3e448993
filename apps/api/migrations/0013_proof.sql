ALTER TABLE `profiles` ADD `proven_at` integer;--> statement-breakpoint
UPDATE profiles SET proven_at = (
	SELECT max(accepted.created_at) FROM audit_entries AS accepted WHERE accepted.subject_id = profiles.user_id AND accepted.action = 'evidence.accept'
) WHERE is_certified AND proven_at IS NULL AND EXISTS (
	SELECT 1 FROM audit_entries AS accepted WHERE accepted.subject_id = profiles.user_id AND accepted.action = 'evidence.accept'
		AND accepted.created_at > profiles.certification_at
);
