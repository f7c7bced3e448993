import { z } from 'zod';
import { eventOutput } from '../events/output.ts';
import { lastOutcomeOutput } from '../outcomes/output.ts';
import { component, instant, pageOf } from '../shared-output.ts';
import { SOS_CATEGORIES } from '../sos/rules.ts';
import { oneOf } from '../validation.ts';

export const summaryStatusOutput = z.enum(['pending', 'approved', 'rejected']);
export const summaryPrivacyOutput = z.enum(['public', 'members']);
export const summaryOriginOutput = z.enum(['ai', 'local', 'import', 'event']);

export const citedTextOutput = component('CitedText', {
  text: z.string(),
  messages: z.array(z.number()),
  byTeam: z.literal(true).optional(),
});

/** The range `[start, end)` is in UTF-16 units, as `String.slice` counts. */
export const textRangeOutput = z.tuple([z.number(), z.number()]);

export const articleHighlightsOutput = component('ArticleHighlights', {
  title: z.array(textRangeOutput),
  summary: z.array(textRangeOutput),
  keyPoints: z.array(z.array(textRangeOutput)),
  category: z.array(textRangeOutput),
});

export const articleRefOutput = component('ArticleRef', {
  id: z.string(),
  title: z.string(),
  category: oneOf(SOS_CATEGORIES),
});

export const articleCardOutput = articleRefOutput
  .extend({
    summary: z.string(),
    keyPoints: z.array(z.string()),
    participantsCount: z.number(),
    createdAt: instant,
    standing: lastOutcomeOutput.nullable(),
    highlights: articleHighlightsOutput.nullable(),
  })
  .meta({ id: 'ArticleCard' });

export const readingOutput = component('Reading', { typed: z.string(), read: z.string() });

export const knowledgePageOutput = pageOf(articleCardOutput)
  .extend({ readings: z.array(readingOutput) })
  .meta({ id: 'KnowledgePage' });

export const categoryCountOutput = articleRefOutput
  .pick({ category: true })
  .extend({ count: z.number() })
  .meta({ id: 'CategoryCount' });

export const knowledgeOverviewOutput = component('KnowledgeOverview', {
  tabs: z.array(categoryCountOutput),
  others: z.array(categoryCountOutput),
  summaries: z.number(),
  categories: z.number(),
  participants: z.number(),
  thousandsOfWords: z.number(),
});

export const workedOutput = component('Worked', {
  count: z.number(),
  isMine: z.boolean(),
  isSource: z.boolean(),
});

export const articleOutput = articleCardOutput
  .omit({ highlights: true })
  .extend({
    url: z.string(),
    origin: summaryOriginOutput,
    reviewedAt: instant.nullable(),
    isCorrected: z.boolean(),
    /** It is the year of an imported text, where it is known. */
    importedYear: z.number().nullable(),
    sosId: z.string().nullable(),
    /** It is the kind of the event whose « compte rendu » it is, as long as that is kept. */
    eventKind: eventOutput.shape.kind.nullable(),
    avoidedSos: z.number(),
    worked: workedOutput,
    related: z.array(articleRefOutput),
  })
  .meta({ id: 'Article' });

export const summaryDraftOutput = articleRefOutput
  .omit({ id: true })
  .extend({
    /** It is the id of the SOS, or of the event for its « compte rendu ». */
    sourceId: z.string(),
    origin: summaryOriginOutput,
    seen: instant,
    until: instant,
    isOver: z.boolean(),
    hasConsented: z.boolean(),
    articleId: z.string().nullable(),
    /** The sentences come before the key points. */
    lines: z.array(
      z.object({ text: z.string(), isPoint: z.boolean(), isVetoed: z.boolean(), reason: z.string() }),
    ),
  })
  .meta({ id: 'SummaryDraft' });

export const summaryDraftAnswerOutput = component('SummaryDraftAnswer', {
  draft: summaryDraftOutput.nullable(),
});

export const solvedSosOutput = articleRefOutput
  .extend({ solvedAt: instant, articleId: z.string().nullable() })
  .meta({ id: 'SolvedSos' });

export const suggestionOutput = articleRefOutput
  .extend({
    excerpt: z.string(),
    participantsCount: z.number(),
    createdAt: instant,
    standing: lastOutcomeOutput.nullable(),
  })
  .meta({ id: 'Suggestion' });
