import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Sos } from '../sos/rules.ts';
import type * as output from './output.ts';

export const CUSTOM_PROMPT_MAX = 2000;
export const MODERATION_NOTES_MAX = 1000;
/** Fixed text (docs/specification.md#knowledge-base). */
export const REJECTION_NOTE = 'Non conforme aux critères';
/** Fixed text: nothing is left to publish. */
export const ALL_VETOED_NOTE = 'Toutes les phrases ont été écartées par les participants';
/** From the making of a text: until then those who took part may leave out sentences. */
export const REVIEW_HOURS = 48;
export const VETO_REASON_MAX = 500;
export const SUMMARY_TITLE_MAX = 100;
/** Of a sentence or key point that the team writes. */
export const SUMMARY_LINE_MAX = 600;
export const SUMMARY_LINES_MAX = 20;

export type SummaryStatus = z.infer<typeof output.summaryStatusOutput>;
export type SummaryPrivacy = z.infer<typeof output.summaryPrivacyOutput>;
/** Written by a paid model, or by the local summariser. */
export type SummaryOrigin = z.infer<typeof output.summaryOriginOutput>;

/**
 * A sentence or a key point, with the sequence numbers of the messages that it rests on; 0 is the SOS itself. None when
 * the team wrote it (`byTeam`), or for texts made before sentences had numbers.
 */
export type CitedText = z.infer<typeof output.citedTextOutput>;

/** The most frequent categories (docs/specification.md#knowledge-base). */
export const KNOWLEDGE_TABS = 5;
export const KNOWLEDGE_PAGE = 20;
export const RELATED_ARTICLES_MAX = 3;
/** On a member's page. */
export const SOLVED_MAX = 5;
export const SUGGESTIONS_MAX = 3;
/** An opened article counts as the answer to a draft that is no SOS after this time. */
export const AVOIDED_AFTER_HOURS = 24;

export type TextRange = z.infer<typeof output.textRangeOutput>;

/** `keyPoints` in their order, `category` in its label. */
export type ArticleHighlights = z.infer<typeof output.articleHighlightsOutput>;

export type ArticleRef = z.infer<typeof output.articleRefOutput>;

/** `highlights` is null without a search. */
export type ArticleCard = z.infer<typeof output.articleCardOutput>;

/** A word that no article has, and the one searched instead. */
export type Reading = z.infer<typeof output.readingOutput>;

export type KnowledgePage = z.infer<typeof output.knowledgePageOutput>;

export type CategoryCount = z.infer<typeof output.categoryCountOutput>;

/** Whatever is searched. `others`: categories without a tab. */
export type KnowledgeOverview = z.infer<typeof output.knowledgeOverviewOutput>;

/** `sosId` is null once the SOS is gone; `avoidedSos` counts drafts that this article answered. */
export type Article = z.infer<typeof output.articleOutput>;

/**
 * For those who took part. `seen`: when its text was made. `until`: the end of the time for vetoes, whose authors are told to
 * nobody: `isVetoed` is the viewer's own. `articleId` once it is published.
 */
export type SummaryDraft = z.infer<typeof output.summaryDraftOutput>;
export type SummaryDraftAnswer = z.infer<typeof output.summaryDraftAnswerOutput>;

/** Before, the conversation is private, and a summary would quote it (docs/specification.md#private-conversations). */
export function denySummaryRequest({ status }: Pick<Sos, 'status'>): ErrorCode | null {
  return status === 'resolved' ? null : 'SUMMARY_SOS_NOT_RESOLVED';
}

export function denyVeto({ isOver }: Pick<SummaryDraft, 'isOver'>): ErrorCode | null {
  return isOver ? 'SUMMARY_REVIEW_OVER' : null;
}

/** Readers with whom it worked; `isSource`: the viewer took part in the conversation behind it. */
export type Worked = z.infer<typeof output.workedOutput>;

export function denyConfirmation({ isSource }: Pick<Worked, 'isSource'>): ErrorCode | null {
  return isSource ? 'ARTICLE_OWN' : null;
}

/** Resolved with somebody's help. `articleId` is null while no article is listed. */
export type SolvedSos = z.infer<typeof output.solvedSosOutput>;

export type Suggestion = z.infer<typeof output.suggestionOutput>;
