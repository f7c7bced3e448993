CREATE TABLE `article_spellings` (
	`spelling` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`spelling`, `word`),
	FOREIGN KEY (`word`) REFERENCES `article_words`(`word`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `article_spellings_word` ON `article_spellings` (`word`);--> statement-breakpoint
CREATE TABLE `article_words` (
	`word` text PRIMARY KEY NOT NULL,
	`articles` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sos_summaries` ADD `search_words` text;--> statement-breakpoint
CREATE INDEX `sos_summaries_unfilled` ON `sos_summaries` (`position`) WHERE search_words is null;--> statement-breakpoint
CREATE TRIGGER article_words_summary_insert AFTER INSERT ON sos_summaries BEGIN
	INSERT INTO article_words (word, articles) SELECT value, 1 FROM json_each(new.search_words) WHERE true
		ON CONFLICT (word) DO UPDATE SET articles = articles + 1;
END;
--> statement-breakpoint
CREATE TRIGGER article_words_summary_delete AFTER DELETE ON sos_summaries BEGIN
	UPDATE article_words SET articles = articles - 1 WHERE word IN (SELECT value FROM json_each(old.search_words));
	DELETE FROM article_words WHERE articles < 1 AND word IN (SELECT value FROM json_each(old.search_words));
END;
--> statement-breakpoint
CREATE TRIGGER article_words_summary_update AFTER UPDATE OF search_words ON sos_summaries WHEN new.search_words IS NOT old.search_words BEGIN
	INSERT INTO article_words (word, articles) SELECT value, 1 FROM json_each(new.search_words) WHERE true
		ON CONFLICT (word) DO UPDATE SET articles = articles + 1;
	UPDATE article_words SET articles = articles - 1 WHERE word IN (SELECT value FROM json_each(old.search_words));
	DELETE FROM article_words WHERE articles < 1 AND word IN (SELECT value FROM json_each(old.search_words));
END;
--> statement-breakpoint
-- The word itself, and what is left of it without its first, second … letter.
CREATE TRIGGER article_spellings_insert AFTER INSERT ON article_words BEGIN
	INSERT OR IGNORE INTO article_spellings (spelling, word) VALUES (new.word, new.word);
	INSERT OR IGNORE INTO article_spellings (spelling, word)
		SELECT substr(new.word, 1, value - 1) || substr(new.word, value + 1), new.word
		FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]')
		WHERE value <= length(new.word);
END;
--> statement-breakpoint
-- Stems have changed: they are made anew after the start.
UPDATE sos_requests SET search_stems = '';
