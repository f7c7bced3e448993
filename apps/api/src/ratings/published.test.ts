import type { AdminUserDetail } from '@guilde/contracts/admin/rules.ts';
import type { MemberStats } from '@guilde/contracts/ratings/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { apiDocument } from '../../test/declared-answers.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, REMOVAL, sendText } from '../../test/scenes.ts';
import { profiles } from '../profiles/tables.ts';
import { countOldRatings } from './scores.ts';
import { sosRatings } from './tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  [nina, claire, karim] = await Promise.all([guilde.as('nina'), guilde.as('claire'), guilde.as('karim')]);
});
afterEach(() => guilde.close());

async function rateKarim(...ratings: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const rating of ratings) {
    const { sos, conversation } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'Voici le formulaire');
    const input = { ratings: [{ memberId: karim.id, rating }] };
    granted(await claire.post(`/api/ratings/resolve/${sos.id}`, input));
    ids.push(sos.id);
  }
  await guilde.deps.jobs.drain();
  return ids;
}

async function seenBy(client: Client) {
  const stats = granted(await client.get<MemberStats>(`/api/ratings/stats/${karim.id}`));
  return [stats.totalRatings, stats.averageRating];
}

it('others see an average from five ratings on, and another one once five more have come', async () => {
  const seen: unknown[] = [];
  for (const rating of [1, 5, 5, 5, 5, 2, 2, 2, 2, 2, 1]) {
    await rateKarim(rating);
    seen.push(await seenBy(claire));
  }
  expect(seen).toEqual([
    ...Array.from({ length: 4 }, () => [0, 0]),
    ...Array.from({ length: 5 }, () => [5, 4.2]),
    ...Array.from({ length: 2 }, () => [10, 3.1]),
  ]);
  expect(await seenBy(nina)).toEqual([10, 3.1]);
  expect(await seenBy(karim)).toEqual([11, 2.9]);
  const inBackOffice = await nina.get<AdminUserDetail>(`/api/admin/users/${karim.id}`);
  expect(granted(inBackOffice)).toMatchObject({ totalRatings: 11, averageRating: 2.9 });
});

it('a rating that goes takes those published with it along, until five more have come', async () => {
  const [undone = ''] = await rateKarim(1, 5, 5, 5, 5);
  const [, , removed = ''] = await rateKarim(3, 3, 3, 3, 3);
  expect(await seenBy(claire)).toEqual([10, 3.6]);
  granted(await nina.put(`/api/admin/sos/${undone}/status`, { status: 'in_progress' }));
  // Five of one giver weigh as three, and the community's 3.6 as five.
  expect(await seenBy(claire)).toEqual([5, 3.5]);
  granted(await nina.post(`/api/admin/sos/${removed}/delete`, REMOVAL));
  expect(await seenBy(claire)).toEqual([0, 0]);
  expect(await seenBy(karim)).toEqual([8, 4]);
  await rateKarim(2, 2, 2, 2);
  expect(await seenBy(claire)).toEqual([0, 0]);
  await rateKarim(2);
  expect(await seenBy(claire)).toEqual([13, 3.2]);
});

it('one’s own profile has the plain average, and says what others see', async () => {
  await rateKarim(5, 5, 5, 5, 5);
  const others = await guilde.as('zoe');
  for (const rating of [1, 1, 1, 1, 1]) {
    const { sos, conversation } = await openChat(others, nina);
    await sendText(nina, conversation.id, 'Voici le formulaire');
    granted(
      await others.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: nina.id, rating }] }),
    );
  }
  await guilde.deps.jobs.drain();
  const own = granted(await nina.get<MemberStats>(`/api/ratings/stats/${nina.id}`));
  expect(own).toMatchObject({ averageRating: 1, totalRatings: 5 });
  const seen = granted(await claire.get<MemberStats>(`/api/ratings/stats/${nina.id}`));
  expect(own.seenByOthers).toEqual({ averageRating: seen.averageRating, totalRatings: 5 });
  // The community's mean is 3 then; young accounts of one branch weigh a fifth.
  expect(seen).toMatchObject({ averageRating: 2.7 });
  expect(seen.seenByOthers).toBeUndefined();
});

it('a rating for nothing written counts for the member, and for nobody else', async () => {
  for (let count = 0; count < 5; count++) {
    const { sos } = await openChat(claire, karim);
    granted(
      await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id, rating: 5 }] }),
    );
  }
  await guilde.deps.jobs.drain();
  expect(await seenBy(karim)).toEqual([5, 5]);
  expect(await seenBy(claire)).toEqual([0, 0]);
});

it('ratings of a version without the rule are counted by it, once', async () => {
  await rateKarim(1, 5, 5, 5, 5);
  const { sos } = await openChat(claire, karim);
  granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id }] }));
  await guilde.deps.jobs.drain();
  const { orm } = guilde.deps.db;
  const unweighed = { shownRating: null, weight: null, weightReason: null };
  await byHand(guilde.deps, () => orm.update(sosRatings).set({ ...unweighed, publishedAt: 1 }));
  await byHand(guilde.deps, () => orm.update(profiles).set({ ratingPrior: null }));
  await countOldRatings(guilde.deps);
  expect(await seenBy(claire)).toEqual([5, 4.2]);
  const counted = await orm.select().from(sosRatings);
  await countOldRatings(guilde.deps);
  expect(await orm.select().from(sosRatings)).toEqual(counted);
});

it('the account of who rated may go: the average stays', async () => {
  await rateKarim(1, 5, 5, 5, 5);
  granted(await nina.post(`/api/admin/users/${claire.id}/delete`, { rule: 'misuse', reason: 'Robot.' }));
  expect(await seenBy(nina)).toEqual([5, 4.2]);
});

it('nothing else that a member may ask for has a rating', async () => {
  const { paths, components } = await apiDocument();
  const schemas = components?.schemas as Record<string, unknown>;
  const rated = (node: unknown, seen = new Set<string>()): boolean => {
    if (node === null || typeof node !== 'object') return false;
    const { $ref } = node as { $ref?: string };
    const name = $ref?.split('/').at(-1);
    if (name !== undefined) {
      if (seen.has(name)) return false;
      return rated(schemas[name], seen.add(name));
    }
    return Object.entries(node).some(([key, value]) => /rating/i.test(key) || rated(value, seen));
  };
  const answers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { responses?: unknown }>)
      .filter(([, { responses }]) => rated(responses))
      .map(([method]) => `${method} ${path}`),
  );
  expect(answers.filter((route) => !route.includes(' /api/admin/'))).toEqual([
    // These answer only whoever gave or received the rating.
    'get /api/ratings/given/{sosId}',
    'put /api/ratings/corrections/{ratingId}',
    'get /api/ratings/received',
    'put /api/ratings/received/{ratingId}/reply',
    'get /api/ratings/stats/{memberId}',
  ]);
});
