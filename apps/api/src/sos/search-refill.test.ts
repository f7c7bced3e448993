import type { SosPage } from '@guilde/contracts/sos.ts';
import { eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startGuilde } from '../../test/harness.ts';
import { granted, postSos } from '../../test/scenes.ts';
import { createSearchRefill } from './search-refill.ts';
import { sosRequests } from './tables.ts';

test('SOS stored before there were stems become findable by them', async () => {
  const guilde = await startGuilde();
  const claire = await guilde.as('claire');
  const { orm } = guilde.deps.db;
  const { id } = await postSos(claire, { title: 'Remboursement' });
  for (let more = 0; more < 60; more++) await postSos(claire, { title: `Rembourser ${more}` });
  await orm.update(sosRequests).set({ searchStems: '' }).where(ne(sosRequests.id, ''));
  const found = async () => granted(await claire.get<SosPage>('/api/sos?q=remboursée&limit=50')).items.length;
  expect(await found()).toBe(0);
  await createSearchRefill(guilde.deps)();
  expect(await found()).toBe(50);
  const [oldest] = await orm.select().from(sosRequests).where(eq(sosRequests.id, id));
  expect(oldest?.searchStems).toContain('rembours');
  await guilde.close();
});
