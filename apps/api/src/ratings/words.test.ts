import { randomUUID } from 'node:crypto';
import type { GivenRating, MemberStats, ReceivedRating } from '@guilde/contracts/ratings/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, refusal, sendText } from '../../test/scenes.ts';

const HOUR = 3_600_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

async function rated(comment = 'Réponse trop lente.', rating = 2) {
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Voici le formulaire');
  const ratings = [{ memberId: karim.id, rating, comment }];
  granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
  const [given] = await givenFor(sos.id);
  if (!given) throw new Error('No rating');
  return { sosId: sos.id, given };
}

const givenFor = async (sosId: string) =>
  granted(await claire.get<GivenRating[]>(`/api/ratings/given/${sosId}`));
const received = async () =>
  granted(await karim.get<{ items: ReceivedRating[]; nextCursor: string | null }>('/api/ratings/received'));
const correct = (client: Client, id: string, rating: number, comment = '') =>
  client.put<GivenRating>(`/api/ratings/corrections/${id}`, { rating, comment });
const reply = (client: Client, id: string, text: string) =>
  client.put<ReceivedRating>(`/api/ratings/received/${id}/reply`, { text });

it('who gave it corrects it for 48 hours; the member’s average follows, what others see waits', async () => {
  const { given } = await rated();
  const stats = async (client: Client) => {
    const { averageRating } = granted(await client.get<MemberStats>(`/api/ratings/stats/${karim.id}`));
    return averageRating;
  };
  for (let count = 0; count < 4; count++) await rated('', 2);
  await guilde.deps.jobs.drain();
  const seen = await stats(outsider);
  guilde.clock.advance(47 * HOUR);
  expect(granted(await correct(claire, given.id, 5, 'Lente, mais juste.'))).toMatchObject({
    ...{ id: given.id, rating: 5, comment: 'Lente, mais juste.' },
    correctUntil: new Date(Date.parse(given.createdAt) + 48 * HOUR).toISOString(),
  });
  expect((await received()).items.at(-1)).toMatchObject({ id: given.id, rating: 5 });
  expect([await stats(karim), await stats(outsider)]).toEqual([2.6, seen]);
  guilde.clock.advance(2 * HOUR);
  expect(refusal(await correct(claire, given.id, 1))).toBe('409 RATING_CORRECTION_LATE');
  expect((await received()).items.at(-1)?.rating).toBe(5);
});

it('nobody else corrects it, and not to what no rating is', async () => {
  const { given, sosId } = await rated();
  for (const client of [karim, outsider]) {
    expect(refusal(await correct(client, given.id, 5))).toBe('404 NOT_FOUND');
    expect(granted(await client.get(`/api/ratings/given/${sosId}`))).toEqual([]);
  }
  expect(refusal(await correct(claire, randomUUID(), 5))).toBe('404 NOT_FOUND');
  for (const rating of [0, 6, 2.5])
    expect(refusal(await correct(claire, given.id, rating))).toBe('422 INVALID_INPUT');
  expect(refusal(await claire.put(`/api/ratings/corrections/${given.id}`, { comment: 'Sans note' }))).toBe(
    '422 INVALID_INPUT',
  );
});

it('the helper answers the comment once, and who gave it reads the answer', async () => {
  const { given, sosId } = await rated();
  expect((await received()).items[0]).toMatchObject({ id: given.id, reply: '', mayReply: true });
  const text = 'J’étais en livraison, désolé.';
  for (let time = 0; time < 2; time++)
    expect(granted(await reply(karim, given.id, text))).toMatchObject({ reply: text, mayReply: false });
  expect(refusal(await reply(karim, given.id, 'Encore un mot.'))).toBe('409 RATING_REPLIED');
  expect(await givenFor(sosId)).toMatchObject([{ id: given.id, reply: text }]);
});

it('nobody else answers it, nor a rating without comment', async () => {
  const { given } = await rated();
  for (const client of [claire, outsider])
    expect(refusal(await reply(client, given.id, 'Non.'))).toBe('404 NOT_FOUND');
  expect(refusal(await reply(karim, given.id, ' '))).toBe('422 INVALID_INPUT');
  const silent = await rated('');
  expect(refusal(await reply(karim, silent.given.id, 'Merci.'))).toBe('409 RATING_WITHOUT_COMMENT');
});

it('what was received is read page by page', async () => {
  for (let count = 0; count < 21; count++) await rated('');
  const first = await received();
  expect(first.items).toHaveLength(20);
  const path = `/api/ratings/received?cursor=${first.nextCursor}`;
  const rest = granted(await karim.get<{ items: ReceivedRating[] }>(path));
  const ids = [...first.items, ...rest.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
