import type { KnowledgePage, Suggestion } from '@guilde/contracts/knowledge/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { MERCHANT_ARTICLES } from '../../test/merchant-articles.ts';
import { ANSWERED, OTHER_SUBJECTS, UNANSWERED } from '../../test/merchant-questions.ts';
import { granted } from '../../test/scenes.ts';

/** Rarity depends on the number of articles. */
describe.each([
  ['all articles', MERCHANT_ARTICLES],
  ['the ten of a small community', MERCHANT_ARTICLES.slice(0, 10)],
])('with %s', (_, articles) => {
  let guilde: Guilde;
  let claire: Client;

  const found = async (q: string) =>
    granted(await claire.get<KnowledgePage>(`/api/knowledge?q=${encodeURIComponent(q)}`)).items;
  const suggested = async (draft: { title: string; description?: string | undefined }) =>
    granted(await claire.post<Suggestion[]>('/api/knowledge/suggestions', draft));
  const best = (shown: { title: string }[]) => shown.slice(0, 2).map(({ title }) => title);
  const answered = ANSWERED.filter(({ answer }) => articles.some(({ title }) => title.startsWith(answer)));
  const drafts = answered.flatMap(({ draft, answer }) => (draft ? [{ ...draft, answer }] : []));

  beforeAll(async () => {
    guilde = await startGuilde();
    claire = await guilde.as('claire');
    for (const { points, ...article } of articles) {
      const keyPoints = points.map((text, at) => ({ text, messages: [at + 1] }));
      await storeArticle(guilde.deps, { ...article, keyPoints });
    }
  });
  afterAll(() => guilde.close());

  it.each(answered)('« $q » has its article first or second', async ({ q, answer }) => {
    expect(best(await found(q))).toContainEqual(expect.stringContaining(answer));
  });

  it.each(drafts)('an SOS « $title » is shown its article first or second', async ({ answer, ...draft }) => {
    expect(best(await suggested(draft))).toContainEqual(expect.stringContaining(answer));
  });

  it.each(UNANSWERED)('« $q » has no answer', async ({ q }) => {
    expect(await found(q)).toEqual([]);
  });

  it.each(UNANSWERED)('an SOS « $q » is shown nothing', async ({ q, description }) => {
    expect(await suggested({ title: q })).toEqual([]);
    expect(await suggested({ title: q, description })).toEqual([]);
  });

  it.each(OTHER_SUBJECTS)('an SOS « %s » is shown nothing for a word of the same family', async (title) => {
    expect(await suggested({ title })).toEqual([]);
  });
});
