import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { members } from '../src/auth/tables.ts';
import type { Client } from './client.ts';
import { startGuilde } from './harness.ts';
import { PASSWORD, type PersonName } from './people.ts';
import { randomsFrom } from './random.ts';
import { openChat, postSos, sosInput } from './scenes.ts';

const SEED = 20_261_122;
const REQUESTS = 60;
const LEAVING: PersonName[] = ['claire', 'zoe', 'paul', 'lucie'];
const FAULT = 500;

it('a member who asks for much while the account is deleted meets no fault of the server', async () => {
  const random = randomsFrom(SEED);
  const guilde = await startGuilde();
  onTestFinished(guilde.close);
  const karim = await guilde.as('karim');
  for (const name of LEAVING) {
    const member = await guilde.as(name);
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
      ['read', (client) => client.put(`/api/conversations/${conversation.id}/read`, { seq: 1 })],
      ['invite', (client) => client.post('/api/invitations', { email: `${randomUUID()}@exemple.fr` })],
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
    const deletionAt = Math.floor(random() * REQUESTS);
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        const [what, ask] = requests[Math.floor(random() * requests.length)] ?? ['', () => member.get('/')];
        if (index === deletionAt) {
          const { status } = await member.post('/api/account/delete', { password: PASSWORD });
          return `deletion ${status}`;
        }
        return `${what} ${(await ask(member)).status}`;
      }),
    );
    expect(
      answers.filter((answer) => Number(answer.split(' ').at(-1)) >= FAULT),
      `seed ${SEED}, ${name}`,
    ).toEqual([]);
    expect(answers, `seed ${SEED}, ${name}`).toContain('deletion 200');
    expect((await member.get('/api/profile')).status).toBe(401);
    expect(await guilde.deps.db.orm.$count(members, eq(members.id, member.id))).toBe(0);
  }
});
