import { randomUUID } from 'node:crypto';
import type { AdminMessageDetail, AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import type { History, Message, MessageVersion } from '@guilde/contracts/conversations/rules.ts';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, openPrivate, refusal, sendText } from '../../test/scenes.ts';
import { applyRetention } from '../platform/retention.ts';
import { departFromConversations } from './departure.ts';
import { messageReactions, messageVersions } from './tables.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
});
afterAll(() => guilde.close());

const unread = async (client: Client) =>
  granted(await client.get<{ total: number }>('/api/conversations/unread')).total;

it('an own text can be changed for 15 minutes, and says what it was for 30 days', async () => {
  const { sos, conversation, messages: path } = await openChat(claire, karim);
  const { id } = await sendText(karim, conversation.id, 'Appelle le 01 23');
  const at = `${path}/${id}`;
  const live = await claire.live();
  const edit = (client: Client, content: string) => client.put<Message>(at, { content });
  const changed = granted(await edit(karim, 'Appelle le 01 24'));
  expect(changed).toMatchObject({ id, kind: 'text', content: 'Appelle le 01 24', revision: 1 });
  expect(changed).toHaveProperty('editedAt');
  expect((await live.next('message.changed')).message).toEqual(changed);
  expect(granted(await edit(karim, 'Appelle le 01 24'))).toEqual(changed);
  guilde.clock.advance(14 * MINUTE_MS);
  granted(await edit(karim, 'Appelle le 01 25'));
  live.close();

  const versions = async (client: Client) =>
    granted(await client.get<{ versions: MessageVersion[] }>(`${at}/versions`)).versions.map(
      (one) => one.content,
    );
  expect(await versions(claire)).toEqual(['Appelle le 01 23', 'Appelle le 01 24']);
  expect(refusal(await claire.get(`${path}/${randomUUID()}/versions`))).toBe('404 NOT_FOUND');
  for (const path of [at, `${at}/versions`])
    expect(refusal(await (path === at ? edit(zoe, 'Non') : zoe.get(path)))).toBe('404 NOT_FOUND');
  expect(refusal(await edit(claire, 'Non'))).toBe('403 MESSAGE_NOT_YOURS');
  expect(refusal(await edit(karim, '  '))).toBe('422 INVALID_INPUT');
  guilde.clock.advance(MINUTE_MS);
  expect(refusal(await edit(karim, 'Trop tard'))).toBe('409 MESSAGE_EDIT_TOO_LATE');
  const young = await sendText(karim, conversation.id, 'Fin');
  granted(await claire.post(`/api/sos/${sos.id}/close`));
  expect(refusal(await karim.put(`${path}/${young.id}`, { content: 'Non' }))).toBe('409 CONVERSATION_CLOSED');

  await openPrivate(nina, conversation.id);
  const read = granted(await nina.get<AdminMessageDetail>(`/api/admin/messages/${id}`));
  expect(read).toMatchObject({ content: 'Appelle le 01 25', editedAt: expect.any(String) });
  expect(read.versions).toHaveLength(2);
  const archive = await karim.request('/api/account/personal-data');
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(strFromU8(files['donnees.json'] ?? new Uint8Array())).toContain('Appelle le 01 23');
});

it('an own message is deleted at any time, with all that it said, and waits for nobody', async () => {
  const { sos, conversation, messages: path } = await openChat(claire, karim);
  await guilde.deps.jobs.stop();
  const { id } = await sendText(karim, conversation.id, 'Mon IBAN est FR76');
  const answer = { id: randomUUID(), content: 'Efface-le !', replyTo: id };
  granted(await karim.post(path, answer));
  granted(await karim.put(`${path}/${id}`, { content: 'Mon IBAN est FR77' }));
  const { orm } = guilde.deps.db;
  await orm.insert(messageReactions).values({ messageId: id, memberId: claire.id, emoji: '👍' });
  const summaryId = await storeArticle(guilde.deps, { title: 'IBAN', sosRequestId: sos.id });
  const before = await unread(claire);
  guilde.clock.advance(40 * MINUTE_MS);
  expect(refusal(await claire.delete(`${path}/${id}`))).toBe('403 MESSAGE_NOT_YOURS');
  expect(refusal(await zoe.delete(`${path}/${id}`))).toBe('404 NOT_FOUND');
  granted(await claire.post(`/api/sos/${sos.id}/close`));

  const gone = granted(await karim.delete<Message>(`${path}/${id}`));
  expect(gone).toMatchObject({ id, kind: 'deleted', content: '' });
  expect(gone).not.toHaveProperty('deletedByTeam');
  expect(gone).not.toHaveProperty('editedAt');
  expect(granted(await karim.delete<Message>(`${path}/${id}`))).toEqual(gone);
  expect(refusal(await karim.put(`${path}/${id}`, { content: 'Non' }))).toBe('409 MESSAGE_DELETED');
  expect(await unread(claire)).toBe(before - 1);
  expect(JSON.stringify(granted(await claire.get<History>(path)))).not.toContain('IBAN');
  expect(await orm.select().from(messageVersions).where(eq(messageVersions.messageId, id))).toEqual([]);
  expect(await orm.select().from(messageReactions)).toEqual([]);
  const changed = granted(await nina.get<AdminSummaryPage>('/api/admin/summaries?status=to-review'));
  expect(changed.items).toMatchObject([{ id: summaryId, changedSources: [gone.seq] }]);
});

it('a summary that rests on a text that was changed since says so', async () => {
  const { sos, conversation, messages: path } = await openChat(claire, karim);
  const { id, seq } = await sendText(karim, conversation.id, 'Coupe la campagne');
  granted(await karim.put(`${path}/${id}`, { content: 'Coupe la campagne A' }));
  guilde.clock.advance(MINUTE_MS);
  const summaryId = await storeArticle(guilde.deps, { title: 'Campagne', sosRequestId: sos.id });
  const marked = async () =>
    granted(await nina.get<AdminSummaryPage>('/api/admin/summaries?status=to-review')).items.find(
      (item) => item.id === summaryId,
    )?.changedSources;
  expect(await marked()).toBeUndefined();
  guilde.clock.advance(MINUTE_MS);
  granted(await karim.put(`${path}/${id}`, { content: 'Ne coupe rien' }));
  expect(await marked()).toEqual([seq]);
});

it('an earlier text is erased after 30 days, and with the account of its author', async () => {
  const { conversation, messages: path } = await openChat(claire, zoe);
  const { id } = await sendText(zoe, conversation.id, 'Un');
  const { orm } = guilde.deps.db;
  const kept = async () => {
    await applyRetention(guilde.deps);
    const rows = await orm.select().from(messageVersions).where(eq(messageVersions.messageId, id));
    return rows.map(({ content }) => content);
  };
  granted(await zoe.put(`${path}/${id}`, { content: 'Deux' }));
  guilde.clock.advance(10 * MINUTE_MS);
  granted(await zoe.put(`${path}/${id}`, { content: 'Trois' }));
  guilde.clock.advance(30 * DAY_MS - 10 * MINUTE_MS);
  expect(await kept()).toEqual(['Deux']);
  await guilde.deps.db.write((tx) => departFromConversations(tx, guilde.deps, zoe.id));
  expect(await kept()).toEqual([]);
});
