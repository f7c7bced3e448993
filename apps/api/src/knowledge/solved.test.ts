import type { SolvedSos } from '@guilde/contracts/knowledge/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, refusal, sendText } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { sosSummaries } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let sosId: string;

const path = () => `/api/members/${karim.id}/solved`;
const solved = async (client: Client) => granted(await client.get<SolvedSos[]>(path()));

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  const { sos, conversation } = await openChat(claire, karim);
  sosId = sos.id;
  await sendText(karim, conversation.id, 'Demande la preuve de livraison.');
});
afterAll(() => guilde.close());

it('shows to every member what was resolved with somebody’s help, once it is resolved', async () => {
  expect(await solved(claire)).toEqual([]);
  const ratings = [{ memberId: karim.id, rating: 5 }];
  granted(await claire.post(`/api/ratings/resolve/${sosId}`, { ratings }));
  for (const client of [claire, karim, await guilde.as('hugo'), await guilde.as('nina')])
    expect(await solved(client)).toMatchObject([{ id: sosId, articleId: null }]);
  expect(granted(await claire.get<SolvedSos[]>(`/api/members/${claire.id}/solved`))).toEqual([]);
});

it('leads to the article once it is listed, and not before', async () => {
  const { deps } = guilde;
  await deps.db.orm.delete(sosSummaries);
  const values = { title: 'Colis perdu', sosRequestId: sosId };
  const articleId = await storeArticle(deps, { ...values, status: 'pending', privacyLevel: null });
  expect(await solved(claire)).toMatchObject([{ articleId: null }]);
  await deps.db.orm.update(sosSummaries).set({ status: 'approved', privacyLevel: 'members' });
  expect(await solved(claire)).toMatchObject([{ articleId }]);
});

it('is for members alone, and not found of somebody whose page is not found', async () => {
  expect(refusal(await guilde.visitor().get(path()))).toBe('401 UNAUTHENTICATED');
  expect(refusal(await (await guilde.as('theo')).get(path()))).toBe('403 PROFILE_INCOMPLETE');
  const { id: incomplete } = await guilde.as('theo');
  expect(refusal(await claire.get(`/api/members/${incomplete}/solved`))).toBe('404 NOT_FOUND');
  expect(refusal(await claire.get(`/api/members/${crypto.randomUUID()}/solved`))).toBe('404 NOT_FOUND');
  await byHand(guilde.deps, (orm) =>
    orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, karim.id)),
  );
  expect(refusal(await claire.get(path()))).toBe('404 NOT_FOUND');
});
