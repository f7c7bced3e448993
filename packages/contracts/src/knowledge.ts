import type { z } from 'zod';
import type * as output from './knowledge-output.ts';

/** Characters of an administrator's own prompt for a summary, and of a moderation note. */
export const CUSTOM_PROMPT_MAX = 2000;
export const MODERATION_NOTES_MAX = 1000;
/** The fixed note (docs/specification.md#knowledge-base). */
export const REJECTION_NOTE = 'Non conforme aux critères';

export type SummaryStatus = z.infer<typeof output.summaryStatusOutput>;
export type SummaryPrivacy = z.infer<typeof output.summaryPrivacyOutput>;
/** Written by a paid model, or by the local summariser. */
export type SummaryOrigin = z.infer<typeof output.summaryOriginOutput>;

/** What was learned, with the sequence numbers of the messages that it rests on (one at least). */
export type KeyPoint = z.infer<typeof output.keyPointOutput>;

/** Tabs of the knowledge base: at most so many categories, the most frequent ones (docs/specification.md#knowledge-base). */
export const KNOWLEDGE_TABS = 5;
export const KNOWLEDGE_PAGE = 20;
export const RELATED_ARTICLES_MAX = 3;
/** Resolved SOS that a member's page shows. */
export const SOLVED_MAX = 5;
/** Articles that « Déjà résolu ? » proposes while an SOS is being written. */
export const SUGGESTIONS_MAX = 3;
/** An opened proposal has answered a draft that is no SOS so many hours later. */
export const AVOIDED_AFTER_HOURS = 24;

/** A stretch of a text, `[start, end)`, in UTF-16 units as `String.slice` counts. */
export type TextRange = z.infer<typeof output.textRangeOutput>;

/** Where an article matches what was sought; `keyPoints` in their order, `category` in its label. */
export type ArticleHighlights = z.infer<typeof output.articleHighlightsOutput>;

export type ArticleRef = z.infer<typeof output.articleRefOutput>;

/** An article in the list. Instants in ISO 8601. `highlights` is null without a search. */
export type ArticleCard = z.infer<typeof output.articleCardOutput>;

/** A word that no article has, and the one that was sought in its place, as the articles write it. */
export type Reading = z.infer<typeof output.readingOutput>;

export type KnowledgePage = z.infer<typeof output.knowledgePageOutput>;

export type CategoryCount = z.infer<typeof output.categoryCountOutput>;

/** Tabs and tiles: what the whole knowledge base holds, whatever is sought. `others`: categories without a tab. */
export type KnowledgeOverview = z.infer<typeof output.knowledgeOverviewOutput>;

/** `url`: to share. `sosId` is null once the SOS is gone; `avoidedSos` counts drafts that this article answered. */
export type Article = z.infer<typeof output.articleOutput>;

/** An SOS that was resolved with somebody's help. `articleId`: of its article, null while none is listed. */
export type SolvedSos = z.infer<typeof output.solvedSosOutput>;

/** A proposal of « Déjà résolu ? »: enough to see whether it answers. */
export type Suggestion = z.infer<typeof output.suggestionOutput>;
