import { randomUUID } from 'node:crypto';
import type { AdminMessageDetail, AdminMessagePage } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { fillPlaces, routesThatRead } from '../../test/reading-routes.ts';
import { granted, openChat, openPrivate, REMOVAL, refusal, sendText, settled } from '../../test/scenes.ts';
import { withSecondFactor } from '../../test/second-factor.ts';
import { uploaded } from '../../test/uploads.ts';

const DAY = 86_400_000;
/** The address is masked beside a summary. */
const MARKER = 'marqueur-prive@exemple.fr';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

async function joinTeam(client: Client, role: 'moderator' | 'admin'): Promise<Client> {
  granted(await nina.put(`/api/admin/users/${client.id}/role`, { role }));
  return withSecondFactor(guilde, client);
}

const lines = async (messages: string) =>
  granted(await claire.get<History>(messages)).messages.map(({ kind }) => kind);

it('nothing of the back office shows a private text before a reason was given, to others, or a day later', async () => {
  const places = await fillPlaces(guilde, nina, claire, karim);
  const messages = `/api/conversations/${places.conversationId}/messages`;
  const message = `/api/admin/messages/${places.messageId}`;
  for (const content of [`Écris à ${MARKER}`, `Écris plutôt à ${MARKER}`])
    granted(await karim.put(`${messages}/${places.messageId}`, { content }));
  const name = `${MARKER}.png`;
  const file = await uploaded(karim, `/api/conversations/${places.conversationId}/files`, { name });
  granted(await karim.post(messages, { id: randomUUID(), content: MARKER, files: [file.id] }));
  const others = [
    await joinTeam(await guilde.as('zoe'), 'admin'),
    await joinTeam(await guilde.as('paul'), 'moderator'),
  ];
  const reading = routesThatRead(guilde, places).filter(({ path }) => path.startsWith('/api/admin'));
  expect(reading.length).toBeGreaterThan(12);
  const showing = async (client: Client) => {
    const found: string[] = [];
    for (const path of [...reading.map((one) => one.path), '/api/admin/messages?q=marqueur-prive']) {
      const answer = await client.request(path);
      const isFile = answer.headers.get('content-type')?.startsWith('image/') && answer.status === 200;
      if (isFile || (await answer.text()).includes('marqueur-prive')) found.push(path);
    }
    return found;
  };

  for (const client of [nina, ...others]) expect(await showing(client)).toEqual([]);
  expect(refusal(await nina.get(`${message}/files/${places.fileId}/full`))).toBe('403 CONVERSATION_SEALED');
  expect((await nina.get<AdminMessagePage>('/api/admin/messages?q=marqueur-prive')).body.items).toEqual([]);

  await openPrivate(nina, places.conversationId ?? '');
  expect(await showing(nina)).toEqual([
    '/api/admin/messages',
    message,
    `${message}/files/${places.fileId}/full`,
  ]);
  const read = granted(await nina.get<AdminMessageDetail>(message));
  expect(read.versions.map(({ content }) => content)).toContain(`Écris à ${MARKER}`);
  for (const client of others) expect(await showing(client)).toEqual([]);

  guilde.clock.advance(DAY);
  expect(await showing(nina)).toEqual([]);
  const removed = await nina.request(`${message}/delete`, {
    method: 'POST',
    body: JSON.stringify(REMOVAL),
    headers: { 'content-type': 'application/json' },
  });
  expect([removed.status, await removed.text()]).toEqual([200, expect.not.stringContaining('marqueur')]);
});

it('participants see that it was opened, unless the law forbids it, and the journal says why', async () => {
  const { conversation, messages } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'As-tu demandé une révision ?');
  const path = `/api/admin/conversations/${conversation.id}/open`;
  const reason = 'Réquisition judiciaire no 12.';
  expect((await nina.post(path, { cause: 'curiosity', reason })).status).toBe(422);
  expect((await nina.post(path, { cause: 'law', reason: ' ' })).error.fields).toHaveProperty('reason');
  expect(refusal(await claire.post(path, { cause: 'law', reason }))).toBe('403 TEAM_ONLY');
  expect(
    refusal(await nina.post(path.replace(conversation.id, randomUUID()), { cause: 'law', reason })),
  ).toBe('404 NOT_FOUND');
  const live = await claire.live();
  granted(await nina.post(path, { cause: 'silent-law', reason }));
  expect(refusal(await nina.post(path, { cause: 'law', reason }))).toBe('409 CONVERSATION_OPEN');
  await settled(live);
  expect(live.events.some((event) => event.type === 'message.created')).toBe(false);
  expect(await lines(messages)).toEqual(['joined', 'text']);

  guilde.clock.advance(DAY);
  granted(await nina.post(path, { cause: 'request', reason: 'Claire demande de l’aide.' }));
  expect((await live.next('message.created')).message).toMatchObject({
    conversationId: conversation.id,
    kind: 'consulted',
    senderId: null,
    content: '',
  });
  live.close();
  expect(await lines(messages)).toEqual(['joined', 'text', 'consulted']);
  const { items } = granted(await nina.get<AuditPage>('/api/admin/journal'));
  expect(items.map(({ action, after, reason: why }) => [action, after?.cause, why])).toEqual([
    ['conversation.open', 'request', 'Claire demande de l’aide.'],
    ['conversation.open', 'silent-law', reason],
  ]);
});
