import type { z } from 'zod';
import type { ShownErrorCode } from '../errors/shown.ts';
import type { ErrorCode } from '../errors.ts';
import type { Sos } from '../sos/rules.ts';
import type * as output from './output.ts';

export const CUSTOM_PROMPT_MAX = 2000;
export const MODERATION_NOTES_MAX = 1000;
/** The text is fixed (docs/specification.md#knowledge-base). */
export const REJECTION_NOTE = 'Non conforme aux critères';
/** The text is fixed, for when nothing is left to publish. */
export const ALL_VETOED_NOTE = 'Toutes les phrases ont été écartées par les participants';
/** The participants may leave out sentences for so long after a text was made. */
export const REVIEW_HOURS = 48;
export const VETO_REASON_MAX = 500;
export const SUMMARY_TITLE_MAX = 100;
export const SUMMARY_LINE_MAX = 600;
export const SUMMARY_LINES_MAX = 20;

export type SummaryStatus = z.infer<typeof output.summaryStatusOutput>;
export type SummaryPrivacy = z.infer<typeof output.summaryPrivacyOutput>;
export type SummaryOrigin = z.infer<typeof output.summaryOriginOutput>;

/**
 * A sentence or key point cites the sequence numbers of its messages, where 0 is the SOS itself. It cites
 * none when the team wrote it (`byTeam`), or in texts made before sentences had numbers.
 */
export type CitedText = z.infer<typeof output.citedTextOutput>;

/** Only the most frequent categories get a tab (docs/specification.md#knowledge-base). */
export const KNOWLEDGE_TABS = 5;
export const KNOWLEDGE_PAGE = 20;
export const RELATED_ARTICLES_MAX = 3;
export const SOLVED_MAX = 5;
export const SUGGESTIONS_MAX = 3;
/** After this time an opened article counts as the answer to a draft that became no SOS. */
export const AVOIDED_AFTER_HOURS = 24;

export type TextRange = z.infer<typeof output.textRangeOutput>;

/** `highlights` is null without a search. */
export type ArticleCard = z.infer<typeof output.articleCardOutput>;

/** No article has the word, so that another was searched instead. */
export type Reading = z.infer<typeof output.readingOutput>;

export type KnowledgePage = z.infer<typeof output.knowledgePageOutput>;

/** The counts do not depend on the search. `others` has the categories without a tab. */
export type KnowledgeOverview = z.infer<typeof output.knowledgeOverviewOutput>;

/** `sosId` is null once the SOS is gone; `avoidedSos` counts drafts that this article answered. */
export type Article = z.infer<typeof output.articleOutput>;

/**
 * Only participants see a draft. `seen` is the creation time of its text, and `until` the end of the time for
 * vetoes. Their authors stay secret, so `isVetoed` is the viewer's own veto. `articleId` is there once it is
 * published.
 */
export type SummaryDraft = z.infer<typeof output.summaryDraftOutput>;
export type SummaryDraftAnswer = z.infer<typeof output.summaryDraftAnswerOutput>;

/**
 * The conversation is private before, and a summary would quote it
 * (docs/specification.md#private-conversations).
 */
export function denySummaryRequest({ status }: Pick<Sos, 'status'>): ErrorCode | null {
  return status === 'resolved' ? null : 'SUMMARY_SOS_NOT_RESOLVED';
}

export function denyVeto({ isOver }: Pick<SummaryDraft, 'isOver'>): ErrorCode | null {
  return isOver ? 'SUMMARY_REVIEW_OVER' : null;
}

/** `isSource` means that the viewer took part in the conversation behind the article. */
export type Worked = z.infer<typeof output.workedOutput>;

export function denyConfirmation({ isSource }: Pick<Worked, 'isSource'>): ShownErrorCode | null {
  return isSource ? 'ARTICLE_OWN' : null;
}

/** Somebody's help resolved these. `articleId` is null while no article is listed. */
export type SolvedSos = z.infer<typeof output.solvedSosOutput>;

export type Suggestion = z.infer<typeof output.suggestionOutput>;
