import type { SosCategory } from './sos.ts';

/** Characters of an administrator's own prompt for a summary, and of a moderation note. */
export const CUSTOM_PROMPT_MAX = 2000;
export const MODERATION_NOTES_MAX = 1000;
/** The fixed note (docs/specification.md#knowledge-base). */
export const REJECTION_NOTE = 'Non conforme aux critères';

export type SummaryStatus = 'pending' | 'approved' | 'rejected';
export type SummaryPrivacy = 'public' | 'members';
/** Written by a paid model, or by the local summariser. */
export type SummaryOrigin = 'ai' | 'local';

/** What was learned, with the sequence numbers of the messages that it rests on (one at least). */
export type KeyPoint = { text: string; messages: number[] };

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
export type TextRange = [start: number, end: number];

/** Where an article matches what was sought; `keyPoints` in their order, `category` in its label. */
export type ArticleHighlights = {
  title: TextRange[];
  summary: TextRange[];
  keyPoints: TextRange[][];
  category: TextRange[];
};

export type ArticleRef = { id: string; title: string; category: SosCategory };

/** An article in the list. Instants in ISO 8601. `highlights` is null without a search. */
export type ArticleCard = ArticleRef & {
  summary: string;
  keyPoints: string[];
  participantsCount: number;
  createdAt: string;
  highlights: ArticleHighlights | null;
};

/** A word that no article has, and the one that was sought in its place, as the articles write it. */
export type Reading = { typed: string; read: string };

export type KnowledgePage = { items: ArticleCard[]; nextCursor: string | null; readings: Reading[] };

export type CategoryCount = { category: SosCategory; count: number };

/** Tabs and tiles: what the whole knowledge base holds, whatever is sought. `others`: categories without a tab. */
export type KnowledgeOverview = {
  tabs: CategoryCount[];
  others: CategoryCount[];
  summaries: number;
  categories: number;
  participants: number;
  thousandsOfWords: number;
};

/** `url`: to share. `sosId` is null once the SOS is gone; `avoidedSos` counts drafts that this article answered. */
export type Article = Omit<ArticleCard, 'highlights'> & {
  url: string;
  origin: SummaryOrigin;
  reviewedAt: string | null;
  sosId: string | null;
  avoidedSos: number;
  related: ArticleRef[];
};

/** An SOS that was resolved with somebody's help. `articleId`: of its article, null while none is listed. */
export type SolvedSos = {
  id: string;
  title: string;
  category: SosCategory;
  solvedAt: string;
  articleId: string | null;
};

/** A proposal of « Déjà résolu ? »: enough to see whether it answers. */
export type Suggestion = ArticleRef & { excerpt: string; participantsCount: number; createdAt: string };
