import { randomUUID } from 'node:crypto';
import { FIGURES_FROM, type Figures } from '@guilde/contracts/information/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, postSos } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { conversations } from '../conversations/tables.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';

const MINUTE = 60_000;
const TEN_MINUTES = 10 * MINUTE;

let guilde: Guilde;
const figures = async () => granted(await guilde.visitor().get<Figures>('/api/information/figures'));

beforeAll(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
});
afterAll(() => guilde.close());

it('tells nothing of a community below ten', async () => {
  const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  const sos = await postSos(claire, { specialties: [] });
  await join(karim, sos.id);
  expect(await figures()).toEqual({ merchants: null, resolved: null, firstHelperMinutes: null });
});

it('tells true figures from ten on, counted once in ten minutes, to everybody alike', async () => {
  const { orm } = guilde.deps.db;
  const [model] = await orm.select().from(profiles);
  const [{ position: _position, ...sos } = {} as never] = await orm.select().from(sosRequests);
  const [conversation] = await orm.select().from(conversations);
  if (!model || !conversation) throw new Error('nothing to copy');
  const now = guilde.clock.now();
  const begin = Date.parse('2026-10-01');
  let copied = '';
  for (let index = 0; index < FIGURES_FROM; index++) {
    const [id, sosId] = [randomUUID(), randomUUID()];
    copied = id;
    await orm
      .insert(members)
      .values({ id, email: `${id}@exemple.fr`, createdAt: new Date(now), updatedAt: new Date(now) });
    await byHand(guilde.deps, () => orm.insert(profiles).values({ ...model, userId: id, siren: null }));
    await orm
      .insert(sosRequests)
      .values({ ...sos, id: sosId, createdAt: begin, status: 'resolved', resolvedAt: now });
    await orm.insert(conversations).values({
      ...conversation,
      id: randomUUID(),
      sosRequestId: sosId,
      createdAt: begin + (index + 1) * MINUTE,
    });
  }
  expect(await figures(), 'kept for ten minutes').toMatchObject({ merchants: null });
  guilde.clock.advance(TEN_MINUTES);
  const expected = { resolved: FIGURES_FROM, firstHelperMinutes: 5 };
  const complete = await orm.$count(profiles);
  expect(await figures()).toEqual({ ...expected, merchants: complete });

  await byHand(guilde.deps, () =>
    orm.update(members).set({ suspendedAt: now }).where(eq(members.id, copied)),
  );
  guilde.clock.advance(TEN_MINUTES);
  expect((await figures()).merchants).toBe(complete - 1);
  const answers = await Promise.all(
    [guilde.visitor(), await guilde.as('karim'), await guilde.as('theo')].map((client) =>
      client.get<Figures>('/api/information/figures'),
    ),
  );
  for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
});
