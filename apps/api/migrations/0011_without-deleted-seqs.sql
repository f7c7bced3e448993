-- Messages deleted before conversations counted changes are changed messages like any other.
UPDATE messages SET revision = numbered.revision FROM (
	SELECT deleted.id, conversations.revision + row_number() OVER (PARTITION BY conversations.id ORDER BY deleted.deleted_at, deleted.seq) AS revision
	FROM messages AS deleted JOIN conversations ON conversations.id = deleted.conversation_id
	WHERE deleted.kind = 'deleted' AND deleted.revision = 0) AS numbered
	WHERE messages.id = numbered.id;--> statement-breakpoint
UPDATE conversations SET revision = max(revision, coalesce(
	(SELECT max(messages.revision) FROM messages WHERE messages.conversation_id = conversations.id AND messages.revision > 0), 0));
