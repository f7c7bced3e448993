import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { storeCrowd } from '../../test/crowd.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, sendText } from '../../test/scenes.ts';
import { jobs } from '../platform/database/tables.ts';
import { participants } from './tables.ts';
import { mailUnreadMessages } from './unread-mails.ts';

const MANY = 260;
const WAITING_MAX = 200;

let guilde: Guilde;
let claire: Client;

/** The first start after an upgrade is like this: very many have not read, and no mail was requested. */
beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  const { conversation } = await openChat(claire, await guilde.as('karim'));
  const crowd = await storeCrowd(
    guilde.deps.db,
    Array.from({ length: MANY }, (_, n) => ({ firstName: `Marchand ${n}` })),
  );
  await guilde.deps.db.orm
    .insert(participants)
    .values(
      crowd.map(
        (userId) => ({ conversationId: conversation.id, userId, role: 'other', joinedAt: 1 }) as const,
      ),
    );
  await sendText(claire, conversation.id, 'Bonjour à tous');
  await guilde.mails();
  guilde.clock.advance(3_600_000);
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

const waiting = () => guilde.deps.db.orm.$count(jobs, and(eq(jobs.kind, 'unread.mail'), isNull(jobs.doneAt)));

it('thousands of unread messages ask for so many mails at a time, and a sign-in code leaves before them', async () => {
  const before = (await guilde.mails()).length;
  await mailUnreadMessages(guilde.deps);
  await mailUnreadMessages(guilde.deps);
  expect(await waiting()).toBe(WAITING_MAX);

  guilde.clock.advance(1000);
  granted(await guilde.visitor().post('/api/auth/code', { email: claire.email }));
  granted(await guilde.visitor().post('/api/auth/reset-request', { email: claire.email }));
  const left = (await guilde.mails()).slice(before);
  expect(left.slice(0, 2).map(({ to }) => to)).toEqual([claire.email, claire.email]);
  expect(left).toHaveLength(2 + WAITING_MAX);

  await mailUnreadMessages(guilde.deps);
  const all = (await guilde.mails()).slice(before + 2);
  expect(new Set(all.map(({ to }) => to)).size).toBe(MANY + 1);
});
