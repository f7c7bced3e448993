import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, sendText, settled } from '../../test/scenes.ts';
import { jobs } from '../platform/database/tables.ts';
import { deactivateIdleConversations } from './inactivity.ts';

const DAY_MS = 86_400_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  // The test runs the regular tasks itself.
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

const statusOf = async (id: string) =>
  granted(await claire.get<Conversation>(`/api/conversations/${id}`)).status;
const summaryJobs = (sosIds: string[]) =>
  guilde.deps.db.orm
    .select()
    .from(jobs)
    .where(
      inArray(
        jobs.key,
        sosIds.map((id) => `summary:${id}`),
      ),
    );

it('turns a conversation inactive after 14 days without a message, asks for its summary, and wakes with a message', async () => {
  const silent = await openChat(claire, karim);
  const closed = await openChat(claire, karim);
  granted(await claire.post(`/api/sos/${closed.sos.id}/close`));
  guilde.clock.advance(DAY_MS);
  const lively = await openChat(claire, karim);
  guilde.clock.advance(13 * DAY_MS);
  const before = guilde.clock.now();
  const live = await karim.live();

  await deactivateIdleConversations(guilde.deps);
  await deactivateIdleConversations(guilde.deps);

  expect(await statusOf(silent.conversation.id)).toBe('inactive');
  expect(await statusOf(lively.conversation.id)).toBe('active');
  expect(await statusOf(closed.conversation.id)).toBe('closed');
  const found = await summaryJobs([silent.sos.id, lively.sos.id, closed.sos.id]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ kind: 'summary.generate', key: `summary:${silent.sos.id}`, doneAt: null });
  expect(found[0]?.runAt).toBeGreaterThanOrEqual(before + 2000);

  const asleep = await live.next('conversation.updated');
  expect(asleep.conversation).toMatchObject({ id: silent.conversation.id, status: 'inactive' });
  await guilde.deps.jobs.drain();
  const shown = await live.next('sos.updated', ({ sos }) => sos.id === silent.sos.id);
  expect(shown.sos.conversation?.status).toBe('inactive');
  expect(shown.sos.status).toBe('in_progress');

  await sendText(claire, silent.conversation.id, 'Toujours là ?');
  expect((await live.next('conversation.updated')).conversation).toMatchObject({
    status: 'active',
  });
  expect((await live.next('message.created')).message.seq).toBe(2);
  await guilde.deps.jobs.drain();
  const awake = await live.next('sos.updated', ({ sos }) => sos.id === silent.sos.id);
  expect(awake.sos.conversation?.status).toBe('active');
  await settled(live);
  expect(live.events.filter((event) => event.type === 'conversation.updated')).toHaveLength(2);
  live.close();
});
