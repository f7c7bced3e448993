import type { SosCategory } from '@guilde/contracts/sos.ts';
import { and, inArray, sql } from 'drizzle-orm';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import {
  wordsOf as formsOf,
  type SearchedWord,
  searchFields,
  significantForms,
} from '../platform/database/search.ts';
import { conceptsOf, matchesOfTerms, type Term, typedWords } from './search-query.ts';
import { failedLast, worthWithStanding } from './standing.ts';
import { sosSummaries } from './tables.ts';

export type Subject = { title: string; description: string; category?: SosCategory | undefined };

const TITLE_WORDS = 8;
const DESCRIPTION_WORDS = 8;
/** The newest articles that share two words, then the best of them. */
const FOUND_MAX = 500;
const COMPARED_MAX = 40;
/** By place in the subject and in the article. */
const WORTH = { titles: 3, title: 1, articleTitle: 1.5, texts: 0.5, category: 1 };
const RELATED_SHARE = 0.6;
const RELATED_MAX = 12;
/** Minimum scores: to answer a question, or to be read next. */
const ENOUGH = { answer: 4.5, 'read-next': WORTH.titles + WORTH.category };
/** A subject of one word needs it in the title. */
const ENOUGH_OF_ONE = WORTH.titles;

/** Half the score. */
const COMMONPLACES = new Set(
  searchFields(
    'boutique client clientèle commande magasin marchand marque produit shop site vendre vente',
  ).searchStems.split(' '),
);

/** `related`: synonyms. */
type Word = { forms: SearchedWord[]; worth: number; related: Term[] };
/** Of an article, or of its title. */
type Words = { words: ReadonlySet<string>; stems: ReadonlySet<string> };

const candidates = preparedQuery((queries) =>
  queries
    .select({
      id: sosSummaries.id,
      title: sosSummaries.title,
      category: sosSummaries.category,
      summary: sosSummaries.summary,
      participantsCount: sosSummaries.participantsCount,
      createdAt: sosSummaries.createdAt,
      searchText: sosSummaries.searchText,
      searchStems: sosSummaries.searchStems,
      outcomeAnswer: sosSummaries.outcomeAnswer,
      outcomeDays: sosSummaries.outcomeDays,
    })
    .from(sosSummaries)
    .innerJoin(
      sql`(select * from (
        select ${sosSummaries.position} as found, bm25(summaries_search, 0, 1) as score
        from summaries_search cross join ${sosSummaries} on ${sosSummaries.position} = summaries_search.rowid
        where summaries_search match ${sql.placeholder('match')} and ${sosSummaries.status} = 'approved'
        order by summaries_search.rowid desc limit ${sql.raw(String(FOUND_MAX))})
        order by score limit ${sql.raw(String(COMPARED_MAX))}) as ranked`,
      sql`ranked.found = ${sosSummaries.position}`,
    )
    .where(
      and(
        inArray(sosSummaries.privacyLevel, ['public', 'members']),
        sql`${sosSummaries.id} <> ${sql.placeholder('except')}`,
      ),
    )
    .orderBy(sql`ranked.score`, sosSummaries.position)
    .prepare(),
);

type Candidate = Awaited<ReturnType<ReturnType<typeof candidates>['all']>>[number];

/**
 * Best first, in one statement. To `answer`, an article shares at least two significant words, one of them in the
 * title, or one and a synonym; to be `read-next`, a word of both titles and the category.
 */
export async function findSimilar(
  queries: Queries,
  subject: Subject,
  { purpose, max, except = '' }: { purpose: keyof typeof ENOUGH; max: number; except?: string },
): Promise<Candidate[]> {
  const title = wordsOf(
    significantForms(subject.title, TITLE_WORDS),
    purpose === 'answer' ? conceptsOf(subject.title) : [],
  );
  if (title.length === 0) return [];
  const titleStems = title.flatMap(({ forms }) => forms.flatMap(({ stems }) => stems));
  const description = wordsOf(significantForms(subject.description, DESCRIPTION_WORDS, new Set(titleStems)));
  const match = purpose === 'answer' ? sharedWords(title, description) : matchOfAny(title);
  const rows = await candidates(queries).all({ match, except });
  const enough = title.length + description.length === 1 ? ENOUGH_OF_ONE : ENOUGH[purpose];
  return rows
    .map((row) => ({ row, worth: similarity(row, title, description, subject.category) }))
    .filter(({ worth }) => worth >= enough)
    .sort((a, b) => worthWithStanding(b.row, b.worth) - worthWithStanding(a.row, a.worth))
    .sort((a, b) => failedLast(a.row, b.row))
    .slice(0, max)
    .map(({ row }) => row);
}

function wordsOf(words: SearchedWord[], concepts: ReturnType<typeof conceptsOf> = []): Word[] {
  return words.map((written) => ({
    forms: typedWords(written),
    worth: written.stems.some((stem) => COMMONPLACES.has(stem)) ? 0.5 : 1,
    related: concepts
      .filter(({ typed }) => typed === written.word)
      .flatMap(({ related }) => related)
      .slice(0, RELATED_MAX),
  }));
}

/** A title word together with any other; alone only when there is no other. */
function sharedWords(title: readonly Word[], description: readonly Word[]): string {
  const [only] = title;
  if (title.length + description.length === 1 && only) return matchOfAny([only]);
  return title
    .flatMap((word, index) => {
      const after = [...title.slice(index + 1), ...description];
      const others = [...title.filter((other) => other !== word), ...description];
      const terms = others.length === 0 ? [] : matchesOfTerms(word.related);
      return [
        ...(after.length === 0 ? [] : [`(${matchOfAny([word])} AND ${matchOfAny(after)})`]),
        ...(terms.length === 0 ? [] : [`((${terms.join(' OR ')}) AND ${matchOfAny(others)})`]),
      ];
    })
    .join(' OR ');
}

function matchOfAny(words: readonly Word[]): string {
  return `(${matchesOfTerms(words.flatMap(({ forms }) => forms.map((form) => [form]))).join(' OR ')})`;
}

function has({ words, stems }: Words, { word, stems: own, isWhole }: SearchedWord): boolean {
  return isWhole ? words.has(word) : own.some((stem) => stems.has(stem));
}

function similarity(
  article: Candidate,
  title: readonly Word[],
  description: readonly Word[],
  category: SosCategory | undefined,
): number {
  const inTitle: Words = {
    words: new Set(formsOf(article.title).map(({ word }) => word)),
    stems: new Set(searchFields(article.title).searchStems.split(' ')),
  };
  const inText: Words = {
    words: new Set(article.searchText.split(/[^\p{L}\p{N}]+/u)),
    stems: new Set(article.searchStems.split(' ')),
  };
  const worth = (words: readonly Word[], ofTitle: number, ofText: number) =>
    words.reduce((sum, word) => {
      const shared = (place: Words) => word.forms.some((form) => has(place, form));
      const means = (place: Words) => word.related.some((term) => term.every((part) => has(place, part)));
      if (shared(inTitle)) return sum + ofTitle * word.worth;
      if (means(inTitle)) return sum + ofTitle * word.worth * RELATED_SHARE;
      if (shared(inText)) return sum + ofText * word.worth;
      return means(inText) ? sum + ofText * word.worth * RELATED_SHARE : sum;
    }, 0);
  return (
    worth(title, WORTH.titles, WORTH.title) +
    worth(description, WORTH.articleTitle, WORTH.texts) +
    (article.category === category ? WORTH.category : 0)
  );
}
