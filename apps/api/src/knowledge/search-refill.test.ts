import type { KnowledgePage } from '@guilde/contracts/knowledge.ts';
import { ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import { startGuilde } from '../../test/harness.ts';
import { granted } from '../../test/scenes.ts';
import { refillArticles } from './search-refill.ts';
import { articleSpellings, articleWords, sosSummaries } from './tables.ts';

test('articles stored before their words were kept are found in spite of a typing error', async () => {
  const guilde = await startGuilde();
  const claire = await guilde.as('claire');
  const { orm } = guilde.deps.db;
  for (let more = 0; more < 60; more++)
    await storeArticle(guilde.deps, { title: `Travail à l’entrepôt ${more}` });
  await orm
    .update(sosSummaries)
    .set({ searchWords: null, searchStems: 'travail entrepot' })
    .where(ne(sosSummaries.id, ''));
  expect(await orm.select().from(articleWords)).toEqual([]);
  expect(await orm.select().from(articleSpellings)).toEqual([]);
  const found = async (q: string) =>
    granted(await claire.get<KnowledgePage>(`/api/knowledge?limit=50&q=${q}`)).items.length;
  expect([await found('entrepto'), await found('travaux')]).toEqual([0, 0]);
  await refillArticles(guilde.deps);
  expect([await found('entrepto'), await found('travaux')]).toEqual([50, 50]);
  await guilde.close();
});

test('the words of a summary go with it', async () => {
  const guilde = await startGuilde();
  const { orm } = guilde.deps.db;
  await storeArticle(guilde.deps, { title: 'Douane suisse' });
  await storeArticle(guilde.deps, { title: 'Douane anglaise' });
  const words = async () =>
    (await orm.select().from(articleWords))
      .map(({ word }) => word)
      .filter((word) => /douane|aise|suisse/.test(word));
  expect(await words()).toEqual(expect.arrayContaining(['anglaise', 'douane', 'suisse']));
  await orm.delete(sosSummaries).where(ne(sosSummaries.title, 'Douane suisse'));
  expect((await words()).sort()).toEqual(['douane', 'suisse']);
  await orm.delete(sosSummaries);
  expect(await orm.select().from(articleWords)).toEqual([]);
  expect(await orm.select().from(articleSpellings)).toEqual([]);
  await guilde.close();
});
