import { randomUUID } from 'node:crypto';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, postSos, refusal, settled, sosInput } from '../../test/scenes.ts';
import { sosRequests, sosSpecialties, sosViews } from './tables.ts';

const HOUR_MS = 3_600_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

const detailOf = async (id: string) => granted(await outsider.get<SosDetail>(`/api/sos/${id}`));
const act = (client: Client, id: string, verb: string) => client.post<SosDetail>(`/api/sos/${id}/${verb}`);

describe('posting an SOS', () => {
  it('shows it to everyone, the same for all', async () => {
    const live = await outsider.live();
    const input = sosInput({ title: '  Panne  ', isUrgent: true, specialties: ['ads', 'seo', 'ads'] });
    const posted = granted(await claire.post<SosDetail>('/api/sos', input));
    expect(posted).toMatchObject({
      id: input.id,
      title: 'Panne',
      description: input.description,
      excerpt: input.description,
      author: { id: claire.id, firstName: 'Claire', specialties: ['ads', 'seo', 'brand'] },
      specialties: ['ads', 'seo'],
      isUrgent: true,
      status: 'open',
      viewsCount: 0,
      responsesCount: 0,
      conversation: null,
      helpers: [],
      resolvedAt: null,
      closedAt: null,
      closedByTeam: false,
    });
    const { description: _description, additions: _additions, files: _files, ...sos } = posted;
    expect((await live.next('sos.created')).sos).toEqual(sos);
    expect(await detailOf(input.id)).toEqual({ ...posted, invitesYou: false, alert: null });
    const [row] = await guilde.deps.db.orm.select().from(sosRequests).where(eq(sosRequests.id, input.id));
    const needs = await guilde.deps.db.orm
      .select()
      .from(sosSpecialties)
      .where(eq(sosSpecialties.sosPosition, row?.position ?? 0));
    expect(needs.map((need) => need.specialty).sort()).toEqual(['ads', 'seo']);
    live.close();
  });

  it.each([
    ['Contexte : notre compte est suspendu.', 'Notre compte est suspendu.'],
    ['contexte\u00a0:\nrien ne part', 'Rien ne part'],
    ['Contexte difficile en ce moment', 'Contexte difficile en ce moment'],
    ['œuvres d’art : retours', 'Œuvres d’art : retours'],
  ])('begins the excerpt of « %s » with what it says', async (description, excerpt) => {
    expect(await postSos(claire, { description })).toMatchObject({ description, excerpt });
  });

  it('posts once what is sent again, and keeps an id that belongs to somebody else', async () => {
    const input = sosInput();
    const live = await outsider.live();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => claire.post<SosDetail>('/api/sos', input)),
    );
    for (const answer of answers) expect(granted(answer)).toEqual(granted(answers[0] ?? answer));
    await settled(live);
    expect(live.events.filter((event) => event.type === 'sos.created')).toHaveLength(1);
    const foreign = await karim.post('/api/sos', input);
    expect(refusal(foreign)).toBe('422 INVALID_INPUT');
    expect(foreign.error.fields).toHaveProperty('id');
    live.close();
  });

  it.each([
    ['title', { title: ' \n ' }],
    ['title', { title: 'a'.repeat(101) }],
    ['title', { title: '\u0000' }],
    ['description', { description: '' }],
    ['description', { description: 'a'.repeat(2001) }],
    ['category', { category: 'magie' }],
    ['category', { category: undefined }],
    ['isUrgent', { isUrgent: 'oui' }],
    ['specialties', { specialties: ['ads', 'seo', 'cro', 'data'] }],
    ['specialties.0', { specialties: ['divination'] }],
    ['id', { id: '12' }],
  ])('refuses a wrong %s at its field', async (field, values) => {
    const answer = await claire.post('/api/sos', sosInput(values));
    expect(refusal(answer)).toBe('422 INVALID_INPUT');
    expect(Object.keys(answer.error.fields)).toEqual([field]);
  });

  it('does not exist under a malformed or unknown id', async () => {
    for (const id of ['rien', randomUUID()]) {
      expect(refusal(await claire.get(`/api/sos/${id}`))).toBe('404 NOT_FOUND');
      for (const verb of ['view', 'join', 'leave', 'close', 'reopen'])
        expect(refusal(await act(claire, id, verb))).toBe('404 NOT_FOUND');
    }
  });

  it('is for members with a complete profile only', async () => {
    const theo = await guilde.as('theo');
    expect(refusal(await guilde.visitor().post('/api/sos', sosInput()))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await theo.post('/api/sos', sosInput()))).toBe('403 PROFILE_INCOMPLETE');
    expect(refusal(await theo.get('/api/sos'))).toBe('403 PROFILE_INCOMPLETE');
  });
});

describe('looking at an SOS', () => {
  it('counts each member once, however often they look', async () => {
    const { id } = await postSos(claire);
    const live = await claire.live();
    const looks = await Promise.all(
      Array.from({ length: 10 }, () => karim.post<{ viewsCount: number }>(`/api/sos/${id}/view`)),
    );
    expect(looks.map((look) => granted(look).viewsCount)).toEqual(Array(10).fill(1));
    expect(granted(await outsider.post(`/api/sos/${id}/view`))).toEqual({ viewsCount: 2 });
    expect((await detailOf(id)).viewsCount).toBe(2);
    await settled(live);
    const receivedCounts = live.events
      .filter((event) => event.type === 'sos.updated')
      .map((event) => event.sos.viewsCount);
    expect(receivedCounts).toEqual([1, 2]);
    const rows = await guilde.deps.db.orm.select().from(sosViews).where(eq(sosViews.sosId, id));
    expect(rows).toHaveLength(2);
    live.close();
  });
});

describe('closing without a resolution', () => {
  it('is for the requester, once, and closes the chat', async () => {
    const { sos, conversation, messages } = await openChat(claire, karim);
    for (const other of [karim, outsider])
      expect(refusal(await act(other, sos.id, 'close'))).toBe('403 SOS_NOT_YOURS');
    const lives = await Promise.all([karim.live(), outsider.live()]);
    const closed = granted(await act(claire, sos.id, 'close'));
    expect(closed).toMatchObject({ status: 'closed', resolvedAt: null, conversation: { status: 'closed' } });
    expect(closed.closedAt).not.toBeNull();
    const [his, strangers] = lives;
    expect((await his?.next('conversation.updated'))?.conversation).toMatchObject({
      id: conversation.id,
      status: 'closed',
      outcome: 'closed',
    });
    expect((await his?.next('message.created'))?.message).toMatchObject({
      kind: 'closed',
      senderId: claire.id,
    });
    expect((await strangers?.next('sos.updated'))?.sos).toMatchObject({ id: sos.id, status: 'closed' });
    expect(refusal(await act(claire, sos.id, 'close'))).toBe('409 SOS_ENDED');
    expect(refusal(await act(outsider, sos.id, 'join'))).toBe('409 SOS_ENDED');
    expect(refusal(await karim.post(messages, { id: randomUUID(), content: 'Non !' }))).toBe(
      '409 CONVERSATION_CLOSED',
    );
    for (const live of lives) live.close();
  });

  it('can be taken back within 24 hours: the chat goes on where it was', async () => {
    const { sos, messages } = await openChat(claire, karim);
    expect(refusal(await act(claire, sos.id, 'reopen'))).toBe('409 SOS_NOT_CLOSED');
    granted(await act(claire, sos.id, 'close'));
    expect(refusal(await act(karim, sos.id, 'reopen'))).toBe('403 SOS_NOT_YOURS');
    guilde.clock.advance(23 * HOUR_MS);
    const live = await karim.live();
    expect(granted(await act(claire, sos.id, 'reopen'))).toMatchObject({
      status: 'in_progress',
      closedAt: null,
      conversation: { status: 'active' },
    });
    expect((await live.next('conversation.updated')).conversation).toMatchObject({
      status: 'active',
      outcome: null,
      closedAt: null,
    });
    granted(await karim.post(messages, { id: randomUUID(), content: 'Je reviens' }));
    const { messages: seen } = granted(await claire.get<History>(messages));
    expect(seen.map((message) => message.kind)).toEqual(['joined', 'closed', 'reopened', 'text']);
    live.close();
  });

  it('returns to « open » when nobody had replied, and not after 24 hours', async () => {
    const { id } = await postSos(claire);
    granted(await act(claire, id, 'close'));
    expect(granted(await act(claire, id, 'reopen')).status).toBe('open');
    granted(await act(claire, id, 'close'));
    guilde.clock.advance(24 * HOUR_MS + 1000);
    expect(refusal(await act(claire, id, 'reopen'))).toBe('409 SOS_REOPEN_TOO_LATE');
    expect((await detailOf(id)).status).toBe('closed');
  });
});
