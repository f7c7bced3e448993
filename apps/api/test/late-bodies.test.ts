import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Client, createClient } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { granted, openChat } from './scenes.ts';
import { withSecondFactor } from './second-factor.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
});
afterAll(() => guilde.close());

/** The server checks the session again after a body that takes longer than its limit; this time is longer. */
const LATE_MS = 5000;

/**
 * Sends a request but for its last byte, and resolves once the server has identified the client. The returned
 * function sends that byte and resolves with the status.
 */
async function begin(client: Client, method: string, path: string, type: string, body: string) {
  const socket = connect(guilde.port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const headers = {
    Host: `127.0.0.1:${guilde.port}`,
    Cookie: cookie,
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map((pair) => pair.join(': '));
  socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', body.slice(0, -1)].join('\r\n'));
  // The server answers these later requests after it has read the headers of the first one.
  await once(socket, 'connect');
  for (let turn = 0; turn < 3; turn++) await client.get('/api/auth/account');
  return async (): Promise<number> => {
    guilde.clock.advance(LATE_MS);
    // The machine's clock was ahead, and is set right meanwhile.
    guilde.clock.set(guilde.clock.now() - LATE_MS);
    const closed = once(socket, 'close');
    socket.write(body.slice(-1));
    await closed;
    return Number(received.split(' ')[1]);
  };
}

async function again(client: Client): Promise<Client> {
  const other = createClient(guilde.url);
  granted(await other.post('/api/auth/sign-in', { email: client.email, password: PASSWORD }));
  return Object.assign(other, { id: client.id, email: client.email });
}

/** The server does not read shorter bodies. */
const BOUNDARY = `x${'-'.repeat(30)}`;
const JSON_TYPE = 'application/json';

it('what was begun while signed in and ends after the sign-out is refused', async () => {
  const { messages } = await openChat(claire, karim);
  const phone = await again(karim);
  const sendText = (content: string) =>
    begin(phone, 'POST', messages, JSON_TYPE, JSON.stringify({ id: randomUUID(), content }));
  const [before, after] = [await sendText('Encore là'), await sendText('Déjà parti')];
  expect(await before()).toBe(200);
  granted(await phone.post('/api/auth/sign-out'));
  expect(await after()).toBe(401);
  const history = granted(await claire.get<History>(messages));
  expect(history.messages.map(({ content }) => content)).not.toContain('Déjà parti');
});

it('what was begun before a suspension and ends after it is refused, pictures too', async () => {
  const hugo = await guilde.as('hugo');
  const { messages } = await openChat(claire, hugo);
  const message = JSON.stringify({ id: randomUUID(), content: 'Suspendu' });
  const form = [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="file"; filename="a.png"',
    'Content-Type: image/png',
    '',
    'x',
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
  const late = [
    await begin(hugo, 'POST', messages, JSON_TYPE, message),
    await begin(hugo, 'PUT', '/api/profile/avatar', `multipart/form-data; boundary=${BOUNDARY}`, form),
  ];
  const measure = { reason: 'Démarchage répété.', rule: 'solicitation' };
  granted(await nina.post(`/api/admin/users/${hugo.id}/suspend`, measure));
  for (const end of late) expect(await end()).toBe(401);
  const history = granted(await claire.get<History>(messages));
  expect(history.messages.map(({ content }) => content)).not.toContain('Suspendu');
});

it('what was begun as an administrator and ends as a member is refused', async () => {
  const zoe = await guilde.as('zoe');
  const role = (name: string) =>
    nina.put(`/api/admin/users/${zoe.id}/role`, { role: name, reason: 'Un essai.' });
  granted(await role('admin'));
  await withSecondFactor(guilde, zoe);
  const path = `/api/admin/users/${zoe.id}/role`;
  const backAgain = JSON.stringify({ role: 'admin', reason: 'Je reviens.' });
  const late = await begin(zoe, 'PUT', path, JSON_TYPE, backAgain);
  granted(await role('member'));
  expect(await late()).toBe(401);
});
