import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerEvent as answerOnThisInstance } from '../src/events/seats.ts';
import { eventSeats } from '../src/events/tables.ts';
import { notices } from '../src/notices/tables.ts';
import type { Client } from './client.ts';
import { storeCrowd } from './crowd.ts';
import { answerEvent, propose, seenEvent, withEvents } from './event-scenes.ts';
import { elsewhere, type Installation, type Instance, startInstallation } from './instances.ts';
import { granted, refusal } from './scenes.ts';
import { until } from './until.ts';

const NAMES = ['karim', 'zoe', 'paul', 'lucie', 'hugo', 'claire'] as const;
const CROWD = 44;
const SEATS = 20;

let installation: Installation;
let other: Instance;
let nina: Client;

beforeAll(async () => {
  installation = await startInstallation({ RATE_LIMITS: 'off' });
  nina = await installation.guilde.as('nina');
  await withEvents(installation.guilde);
  other = await installation.startAnother();
});
afterAll(() => installation.close());

it('fifty who answer at once, on two instances, take exactly as many seats as there are', async () => {
  const { guilde } = installation;
  const workshop = await propose(guilde, nina, { kind: 'workshop', capacity: SEATS });
  const people = await Promise.all(NAMES.map(async (name) => elsewhere(await guilde.as(name), other)));
  const crowd = await storeCrowd(
    guilde.deps.db,
    Array.from({ length: CROWD }, (_, index) => ({ firstName: `Membre ${index}` })),
  );
  const viewer = { sessionId: '', role: 'member', profileComplete: true, termsAccepted: true } as const;
  const here = crowd.map((id) =>
    answerOnThisInstance(guilde.deps, { ...viewer, id, provenAt: null }, workshop.id, {
      state: 'going',
      wholeSeries: false,
    }).then(
      () => '200',
      (error: { code?: string }) => String(error.code),
    ),
  );
  const there = people.map(async (client) => {
    const answer = await answerEvent(client, workshop.id);
    return answer.status === 200 ? '200' : answer.error.code;
  });
  const answers = await Promise.all([...here, ...there]);
  expect(answers.filter((answer) => answer === '200')).toHaveLength(SEATS);
  expect(answers.filter((answer) => answer === 'EVENT_FULL')).toHaveLength(answers.length - SEATS);
  const going = await guilde.deps.db.orm.select().from(eventSeats).where(eq(eventSeats.eventId, workshop.id));
  expect(going.filter(({ state }) => state === 'going')).toHaveLength(SEATS);
  expect(await seenEvent(nina, workshop.id)).toMatchObject({ taken: SEATS });
});

it('two who leave at once, on two instances, make room for two who wait, each told once', async () => {
  const { guilde } = installation;
  const [karim, zoe, paul, lucie, hugo, claire] = await Promise.all(NAMES.map((name) => guilde.as(name)));
  if (!karim || !zoe || !paul || !lucie || !hugo || !claire) throw new Error('Somebody is missing.');
  const room = await propose(guilde, nina, { capacity: 3 });
  for (const client of [karim, zoe, paul]) granted(await answerEvent(client, room.id));
  for (const client of [lucie, hugo, claire]) granted(await answerEvent(client, room.id, 'waiting'));
  await Promise.all([
    answerEvent(karim, room.id, 'declined'),
    answerEvent(elsewhere(zoe, other), room.id, 'declined'),
    answerEvent(elsewhere(karim, other), room.id, 'declined'),
  ]);
  expect(await seenEvent(nina, room.id)).toMatchObject({ taken: 3, waiting: 1 });
  expect((await seenEvent(claire, room.id)).seat).toMatchObject({ state: 'waiting', position: 1 });
  const told = () => guilde.deps.db.orm.select().from(notices).where(eq(notices.kind, 'event-seat'));
  await until(async () => (await told()).length >= 2);
  expect((await told()).map(({ memberId }) => memberId).sort()).toEqual([lucie.id, hugo.id].sort());
  expect(refusal(await answerEvent(karim, room.id))).toBe('409 EVENT_FULL');
});
