import type { SosCategory } from '@guilde/contracts/sos/rules.ts';
import { and, inArray, sql } from 'drizzle-orm';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { wordsOf as formsOf, type SearchedWord, significantForms } from '../platform/database/search.ts';
import { failedLast, worthWithOutcome } from './last-outcome.ts';
import { COUNTED_MAX, isRare } from './rarity.ts';
import { conceptsOf, isCommonplace, matchesOfTerms, type Term, typedWords } from './search-query.ts';
import { sosSummaries } from './tables.ts';

export type Subject = { title: string; description: string; category?: SosCategory | undefined };

const TITLE_WORDS = 8;
const DESCRIPTION_WORDS = 8;
/** The newest articles that share two words are read, then the best of them. */
const FOUND_MAX = 500;
const COMPARED_MAX = 40;
/** The worth depends on the place in the subject and in the article. */
const WORTH = { titles: 3, title: 1, articleTitle: 1.5, texts: 0.5, category: 1 };
const RELATED_SHARE = 0.6;
const COMMONPLACE_SHARE = 0.5;
const RELATED_MAX = 12;
/** An article needs this score to be proposed as the next to read. */
const ENOUGH_TO_READ = WORTH.titles + WORTH.category;
/** An answer shares more than this of the significant words of the subject's title. */
const ANSWERED_SHARE = 1 / 4;

/** `related` has synonyms. */
type Word = { forms: SearchedWord[]; worth: number; related: Term[]; isRare: boolean };
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

/** `answer` follows docs/specification.md#sos; `read-next` needs the category and a word of both titles. */
export async function findSimilar(
  queries: Queries,
  subject: Subject,
  { purpose, max, except = '' }: { purpose: 'answer' | 'read-next'; max: number; except?: string },
): Promise<Candidate[]> {
  const isAnswer = purpose === 'answer';
  const titleForms = significantForms(subject.title, TITLE_WORDS);
  if (titleForms.length === 0) return [];
  const titleStems = titleForms.flatMap(({ stems }) => stems);
  const descriptionForms = significantForms(subject.description, DESCRIPTION_WORDS, new Set(titleStems));
  const rare = isAnswer ? await rareWords(queries, [...titleForms, ...descriptionForms]) : new Set<string>();
  const title = wordsOf(titleForms, rare, isAnswer ? conceptsOf(subject.title) : []);
  const description = wordsOf(descriptionForms, rare);
  const match = isAnswer ? matchOfAnswers(title, description) : matchOfAny(title);
  const rows = await candidates(queries).all({ match, except });
  return rows
    .map((row) => {
      const places = placesOf(row);
      const worth =
        similarity(places, title, description) + (row.category === subject.category ? WORTH.category : 0);
      return {
        row,
        worth,
        isSimilar: isAnswer ? answers(places, title, description) : worth >= ENOUGH_TO_READ,
      };
    })
    .filter(({ isSimilar }) => isSimilar)
    .sort((a, b) => worthWithOutcome(b.row, b.worth) - worthWithOutcome(a.row, a.worth))
    .sort((a, b) => failedLast(a.row, b.row))
    .slice(0, max)
    .map(({ row }) => row);
}

async function rareWords(queries: Queries, words: readonly SearchedWord[]): Promise<Set<string>> {
  const asked = words.map((written) => ({ word: written.word, match: matchOfTyped(typedWords(written)) }));
  const rows = await queries.all<{ word: string; found: number; listed: number }>(sql`
    select asked.value ->> 'word' as word,
      (select count(*) from (
        select 1 from summaries_search cross join ${sosSummaries}
        on ${sosSummaries.position} = summaries_search.rowid
        where summaries_search match asked.value ->> 'match' and ${sosSummaries.status} = 'approved'
        limit ${COUNTED_MAX})) as found,
      (select count(*) from (select 1 from ${sosSummaries} where ${sosSummaries.status} = 'approved'
        limit ${COUNTED_MAX})) as listed
    from json_each(${JSON.stringify(asked)}) as asked`);
  return new Set(rows.flatMap(({ word, found, listed }) => (isRare(found, listed) ? [word] : [])));
}

function wordsOf(
  words: SearchedWord[],
  rare: ReadonlySet<string>,
  concepts: ReturnType<typeof conceptsOf> = [],
): Word[] {
  return words.map((written) => ({
    forms: typedWords(written),
    worth: isCommonplace(written) ? COMMONPLACE_SHARE : 1,
    isRare: rare.has(written.word),
    related: concepts
      .filter(({ typed }) => typed === written.word)
      .flatMap(({ related }) => related)
      .slice(0, RELATED_MAX),
  }));
}

/** A word alone is enough when there is no other in the subject. */
function matchOfAnswers(title: readonly Word[], description: readonly Word[]): string {
  const alone = title.filter(({ isRare }) => isRare || title.length + description.length === 1);
  const pairs = title.flatMap((word, index) => {
    const after = [...title.slice(index + 1), ...description];
    const others = [...title.filter((other) => other !== word), ...description];
    const terms = others.length === 0 ? [] : matchesOfTerms(word.related);
    return [
      ...(after.length === 0 ? [] : [`(${matchOfAny([word])} AND ${matchOfAny(after)})`]),
      ...(terms.length === 0 ? [] : [`((${terms.join(' OR ')}) AND ${matchOfAny(others)})`]),
    ];
  });
  return [...(alone.length === 0 ? [] : [matchOfAny(alone)]), ...pairs].join(' OR ');
}

function matchOfAny(words: readonly Word[]): string {
  return matchOfTyped(words.flatMap(({ forms }) => forms));
}

function matchOfTyped(forms: readonly SearchedWord[]): string {
  return `(${matchesOfTerms(forms.map((form) => [form])).join(' OR ')})`;
}

type Places = { title: SearchedWord[]; inTitle: Words; inText: Words };

function placesOf(article: Candidate): Places {
  const title = formsOf(article.title);
  return {
    title,
    inTitle: wordsIn(title),
    inText: {
      words: new Set(article.searchText.split(/[^\p{L}\p{N}]+/u)),
      stems: new Set(article.searchStems.split(' ')),
    },
  };
}

function wordsIn(forms: readonly SearchedWord[]): Words {
  return {
    words: new Set(forms.map(({ word }) => word)),
    stems: new Set(forms.flatMap(({ stems }) => stems)),
  };
}

function has({ words, stems }: Words, { word, stems: own, isWhole }: SearchedWord): boolean {
  return isWhole ? words.has(word) : own.some((stem) => stems.has(stem));
}

function isTyped(place: Words, { forms }: Word): boolean {
  return forms.some((form) => has(place, form));
}

function meansOf(place: Words, { related }: Word): Term[] {
  return related.filter((term) => term.every((part) => has(place, part)));
}

/**
 * The article's title has a rare word, or two significant words, one of them as typed. A subject of one
 * significant word needs that one, or another of its family.
 */
function answers(
  { title, inTitle, inText }: Places,
  ownTitle: readonly Word[],
  description: readonly Word[],
) {
  const telling = ownTitle.filter(isTelling);
  const shared = telling.filter((word) => isTyped(inText, word) || meansOf(inText, word).length > 0);
  if (shared.length <= telling.length * ANSWERED_SHARE) return false;
  const words = [...telling, ...description.filter(isTelling)];
  const typed = words.filter((word) => isTyped(inTitle, word));
  if (typed.length === 0) return false;
  if (
    words.length === 1 ||
    typed.some((word) => word.isRare && (telling.length === 1 || isWritten(title, word)))
  )
    return true;
  const found = words.map((word) => {
    const parts = [...word.forms, ...meansOf(inTitle, word).flat()];
    return title.filter((written) => parts.some((part) => has(wordsIn([written]), part)));
  });
  const named = found.filter((some) => some.length > 0);
  return named.length > 1 && new Set(named.flat()).size > 1;
}

/** « changer » and « changement » are of one family, but about two things. */
function isWritten(title: readonly SearchedWord[], { forms }: Word): boolean {
  return forms.some((form) => title.some(({ word }) => singular(word) === singular(form.word)));
}

function singular(word: string): string {
  return word.replace(/[sx]$/, '');
}

function isTelling({ worth }: Word): boolean {
  return worth === 1;
}

function similarity(
  { inTitle, inText }: Places,
  title: readonly Word[],
  description: readonly Word[],
): number {
  const worth = (words: readonly Word[], ofTitle: number, ofText: number) =>
    words.reduce((sum, word) => {
      if (isTyped(inTitle, word)) return sum + ofTitle * word.worth;
      if (meansOf(inTitle, word).length > 0) return sum + ofTitle * word.worth * RELATED_SHARE;
      if (isTyped(inText, word)) return sum + ofText * word.worth;
      return meansOf(inText, word).length > 0 ? sum + ofText * word.worth * RELATED_SHARE : sum;
    }, 0);
  return worth(title, WORTH.titles, WORTH.title) + worth(description, WORTH.articleTitle, WORTH.texts);
}
