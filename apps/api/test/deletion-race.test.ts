import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { members } from '../src/auth/tables.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { openChat, postSos, sosInput } from './scenes.ts';

const FAULT = 500;

/** The statement that identifies a request's session contains this text. */
const IDENTIFIES = '"sessions"."token" = ';

/** Stops every request between its identification and its work; `stopped` counts those not released yet. */
function holdIdentified(guilde: Guilde) {
  const { client } = guilde.deps.db;
  const execute = client.execute.bind(client) as (...asked: unknown[]) => ReturnType<typeof client.execute>;
  const { promise: letThrough, resolve: letGo } = Promise.withResolvers<void>();
  const hold = { isOn: true, stopped: 0, letGo };
  vi.spyOn(client, 'execute').mockImplementation(async (...asked: unknown[]) => {
    const result = await execute(...asked);
    if (hold.isOn && JSON.stringify(asked).replaceAll('\\', '').includes(IDENTIFIES)) {
      hold.stopped++;
      await letThrough;
    }
    return result;
  });
  return hold;
}

it('what a member asked for just before the account was deleted meets no fault of the server', async () => {
  const guilde = await startGuilde();
  onTestFinished(guilde.close);
  const karim = await guilde.as('karim');
  const member = await guilde.as('claire');
  const { sos, conversation, messages } = await openChat(member, karim);
  const other = await postSos(karim);
  const requests: [string, (client: Client) => Promise<{ status: number }>][] = [
    ['profile', (client) => client.get('/api/profile')],
    ['account', (client) => client.get('/api/auth/account')],
    ['feed', (client) => client.get('/api/sos')],
    ['chats', (client) => client.get('/api/conversations')],
    ['messages', (client) => client.get(messages)],
    ['one SOS', (client) => client.get(`/api/sos/${sos.id}`)],
    ['invitations', (client) => client.get('/api/invitations')],
    ['personal data', (client) => client.request('/api/account/personal-data')],
    ['message', (client) => client.post(messages, { id: randomUUID(), content: 'Encore là' })],
    ['new SOS', (client) => client.post('/api/sos', sosInput())],
    ['reply', (client) => client.post(`/api/sos/${other.id}/join`)],
    ['leave', (client) => client.post(`/api/sos/${other.id}/leave`)],
    ['look', (client) => client.post(`/api/sos/${other.id}/view`)],
    ['read', (client) => client.put(`/api/conversations/${conversation.id}/read`, { seq: 1 })],
    ['invite', (client) => client.post('/api/invitations', { vouched: true, email: 'amie@exemple.fr' })],
    [
      'report',
      (client) =>
        client.post('/api/reports', {
          id: randomUUID(),
          reason: 'spam',
          description: 'Démarchage répété',
          reportedUserId: karim.id,
        }),
    ],
    [
      'step',
      (client) => client.put('/api/profile/step', { step: 1, values: { firstName: 'A', lastName: 'B' } }),
    ],
    ['no picture', (client) => client.delete('/api/profile/avatar')],
  ];
  const hold = holdIdentified(guilde);
  const answering = Promise.all(
    requests.map(async ([what, ask]): Promise<[string, number]> => [what, (await ask(member)).status]),
  );
  await expect.poll(() => hold.stopped).toBe(requests.length);
  hold.isOn = false;
  expect((await member.post('/api/account/delete', { password: PASSWORD })).status).toBe(200);
  hold.letGo();
  const answers = await answering;
  expect(answers.filter(([, status]) => status >= FAULT)).toEqual([]);
  expect(answers).toContainEqual(['new SOS', 401]);
  expect(await guilde.deps.db.orm.$count(members, eq(members.id, member.id))).toBe(0);
});
