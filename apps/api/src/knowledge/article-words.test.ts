import { ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import { startGuilde } from '../../test/harness.ts';
import { articleSpellings, articleWords, sosSummaries } from './tables.ts';

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
