import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { History, Message } from '@guilde/contracts/conversations/rules.ts';
import type { FileList, FileRef } from '@guilde/contracts/files/rules.ts';
import { UNREAD_MAIL_MINUTES } from '@guilde/contracts/settings/rules.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import {
  granted,
  join as joinSos,
  openChat,
  openPrivate,
  REMOVAL,
  refusal,
  sendText,
} from '../../test/scenes.ts';
import { announce, longText, screenshot, uploaded } from '../../test/uploads.ts';
import { mailUnreadMessages } from './unread-mails.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let hugo: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  [nina, claire] = [await guilde.as('nina'), await guilde.as('claire')];
  [karim, hugo] = [await guilde.as('karim'), await guilde.as('hugo')];
});
afterAll(() => guilde.close());

async function chat() {
  const { sos, conversation, messages } = await openChat(claire, karim);
  return { sos, id: conversation.id, messages, place: `/api/conversations/${conversation.id}/files` };
}

const send = (client: Client, path: string, files: FileRef[], content = '', id: string = randomUUID()) =>
  client.post<Message>(path, { id, content, files: files.map((file) => file.id) });

const storedFiles = () =>
  readdirSync(join(guilde.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  ).length;

it('files come with their message, in order, the same in its answer, event, history and list', async () => {
  const { id, messages, place } = await chat();
  const live = await claire.live();
  const picture = await uploaded(karim, place);
  await karim.patch(`/api/files/${picture.id}`, { alt: 'Le compte suspendu' });
  const table = await uploaded(karim, place, { name: 'ventes.csv', bytes: longText(900) });
  const input = [table, { ...picture, alt: 'Le compte suspendu' }];
  const messageId = randomUUID();
  const sent = granted(await send(karim, messages, input, 'Regarde', messageId));
  expect(sent.files).toEqual(input);
  expect((await live.next('message.created')).message).toEqual(sent);
  // Sending it again, even with other files, returns the same message.
  expect(granted(await send(karim, messages, [], 'Regarde', messageId))).toEqual(sent);
  const socket = await karim.live();
  const alone = await uploaded(karim, place);
  socket.send({ type: 'message', id: randomUUID(), conversationId: id, content: '', files: [alone.id] });
  expect((await live.next('message.created')).message).toMatchObject({ content: '', files: [alone] });
  socket.close();
  live.close();
  const answer = granted(
    await claire.post<Message>(messages, { id: randomUUID(), content: 'Vu', replyTo: sent.id }),
  );
  expect(answer.replyTo).toMatchObject({ content: 'Regarde', fileName: 'ventes.csv' });
  const history = granted(await claire.get<History>(messages));
  expect(history.messages.at(-3)).toEqual(sent);
  const plain = await sendText(claire, id, 'Sans fichier');
  expect(plain).not.toHaveProperty('files');
});

it('a message and its files are stored together or not at all', async () => {
  const { messages, place } = await chat();
  const elsewhere = await chat();
  const own = await uploaded(karim, place);
  const begun = granted(await announce(karim, place, { name: 'a.txt', bytes: longText(20) }));
  const others = await uploaded(claire, place);
  const foreign = await uploaded(karim, elsewhere.place);
  const used = await uploaded(karim, place);
  granted(await send(karim, messages, [used]));
  const before = granted(await claire.get<History>(messages)).messages.length;
  for (const wrong of [begun.id, others.id, foreign.id, used.id, randomUUID()]) {
    const answer = await send(karim, messages, [own, { ...own, id: wrong }], 'Avec');
    expect(refusal(answer)).toBe('410 FILES_GONE');
  }
  expect(refusal(await send(karim, messages, [own, own]))).toBe('422 INVALID_INPUT');
  expect(refusal(await send(karim, messages, []))).toBe('422 INVALID_INPUT');
  expect(granted(await claire.get<History>(messages)).messages).toHaveLength(before);
  // One of the messages gets the file, also within a stored group; the others are refused.
  const all = await Promise.all(Array.from({ length: 6 }, () => send(karim, messages, [own])));
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410, 410]);
});

it('the list of files goes on from page to page, for older apps too', async () => {
  const { messages, place } = await chat();
  const sent: string[] = [];
  for (let count = 0; count < 3; count++)
    sent.unshift(granted(await send(karim, messages, [await uploaded(karim, place)])).id);
  const idsOf = (page: FileList) => page.messages.map(({ id }) => id);
  const first = granted(await claire.get<FileList>(`${place}?limit=2`));
  const second = granted(await claire.get<FileList>(`${place}?limit=2&cursor=${first.nextCursor}`));
  expect([...idsOf(first), ...idsOf(second)]).toEqual(sent);
  expect(second.nextCursor).toBeNull();
  const { seq } = first.messages.at(-1) ?? {};
  const older = granted(await claire.get<FileList>(`${place}?limit=2&before=${seq}`));
  expect([first.hasMore, older]).toEqual([true, second]);
  const { status, error } = await claire.get(`${place}?cursor=hier`);
  expect([status, error.fields]).toEqual([422, { cursor: 'Recharge la liste.' }]);
});

it('whoever has a seat sees them, at every request; nobody else finds any', async () => {
  const { sos, id, messages, place } = await chat();
  const zoe = await guilde.as('zoe');
  await joinSos(zoe, sos.id);
  const picture = await uploaded(karim, place, { bytes: await screenshot(1600, 1200) });
  const other = await chat();
  const addresses = ['full', 'preview'].map((size) => `${place}/${picture.id}/${size}`);
  for (const address of addresses) expect((await karim.get(address)).status).toBe(404);
  const sent = granted(await send(karim, messages, [picture]));
  for (const address of addresses) {
    const answer = await claire.request(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache, no-transform',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      vary: 'Cookie',
    });
    const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(width).toBe(address.endsWith('full') ? 1600 : 720);
    const etag = answer.headers.get('etag') ?? '';
    expect((await zoe.request(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    for (const stranger of [hugo, nina]) expect((await stranger.get(address)).status).toBe(404);
    expect((await guilde.visitor().get(address)).status).toBe(401);
    expect((await claire.get(address.replace(id, other.id))).status).toBe(404);
    granted(await zoe.post(`/api/sos/${sos.id}/leave`));
    expect((await zoe.request(address, { headers: { 'if-none-match': etag } })).status).toBe(404);
    await joinSos(zoe, sos.id);
  }
  await openPrivate(nina, sent.conversationId);
  const moderated = granted(await nina.get<{ files: FileRef[] }>(`/api/admin/messages/${sent.id}`));
  expect(moderated.files).toEqual([picture]);
  const team = `/api/admin/messages/${sent.id}/files/${picture.id}/full`;
  expect((await nina.request(team)).headers.get('content-type')).toBe('image/webp');
  expect((await claire.get(team)).status).toBe(403);
  granted(await nina.post(`/api/admin/messages/${sent.id}/delete`, REMOVAL));
  expect((await nina.get(team)).status).toBe(404);
  const seen = granted(await claire.get<History>(messages)).messages.find(({ id }) => id === sent.id);
  expect(seen).toMatchObject({ kind: 'deleted' });
  expect(seen).not.toHaveProperty('files');
  for (const address of addresses) expect((await claire.get(address)).status).toBe(404);
});

it('documents are downloaded under their name, also in ranges', async () => {
  const { messages, place } = await chat();
  const bytes = longText(100_000);
  const file = await uploaded(karim, place, { name: 'relevé d’été.csv', bytes });
  granted(await send(karim, messages, [file]));
  const address = `${place}/${file.id}/full`;
  const whole = await claire.request(address);
  expect(whole.headers.get('content-disposition')).toBe(
    'attachment; filename="releve dete.csv"; filename*=UTF-8\'\'relev%C3%A9%20d%E2%80%99%C3%A9t%C3%A9.csv',
  );
  expect(whole.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 1],
    ['bytes=99990-', 99_990, 100_000],
    ['bytes=-5', 99_995, 100_000],
    ['bytes=10-2000000', 10, 100_000],
  ] as const) {
    const part = await claire.request(address, { headers: { range } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/100000`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(from, to));
  }
  const beyond = await claire.request(address, { headers: { range: 'bytes=100000-' } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */100000']);
  const changed = await claire.request(address, { headers: { range: 'bytes=0-1', 'if-range': '"x"' } });
  expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, 100_000]);
  expect((await claire.get(`${place}/${file.id}/preview`)).status).toBe(404);
});

it('the bytes go with the message, and all of a conversation with its SOS', async () => {
  const { sos, messages, place } = await chat();
  const first = granted(await send(karim, messages, [await uploaded(karim, place)]));
  granted(await send(claire, messages, [await uploaded(claire, place)]));
  await uploaded(karim, place);
  await guilde.deps.jobs.drain();
  const before = storedFiles();
  granted(await nina.post(`/api/admin/messages/${first.id}/delete`, REMOVAL));
  await guilde.deps.jobs.drain();
  expect(storedFiles()).toBe(before - 2);
  granted(await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL));
  await guilde.deps.jobs.drain();
  expect(storedFiles()).toBe(before - 6);
});

it('a mail about what is unread counts the files too', async () => {
  const { sos, id, messages, place } = await chat();
  granted(await claire.put(`/api/conversations/${id}/read`, { seq: 99 }));
  await sendText(karim, id, 'Regarde');
  granted(await send(karim, messages, [await uploaded(karim, place)]));
  guilde.clock.advance(UNREAD_MAIL_MINUTES * 60_000 + 1000);
  await mailUnreadMessages(guilde.deps);
  // The other tests leave unread conversations, too.
  const mail = (await guilde.mails()).find(({ to, html }) => to === claire.email && html.includes(sos.id));
  expect(mail?.html).toContain('2 messages et 1 fichier t’attendent');
});
