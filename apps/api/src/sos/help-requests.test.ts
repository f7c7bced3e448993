import { randomUUID } from 'node:crypto';
import type { Home } from '@guilde/contracts/home/rules.ts';
import {
  type AskableSos,
  HELP_REQUESTS_MAX,
  HOME_HELP_REQUESTS,
  type SosForViewer,
} from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { storeCrowd } from '../../test/crowd.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, join, openChat, postSos, REMOVAL, refusal, settled } from '../../test/scenes.ts';
import { helpRequests } from './tables.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

const ask = (author: Client, sosId: string, memberId: string) =>
  author.post<AskableSos>(`/api/sos/${sosId}/help-requests`, { memberId });
const offersTo = async (author: Client, memberId: string) =>
  granted(await author.get<AskableSos[]>(`/api/members/${memberId}/askable-sos`));
const invitedTo = async (member: Client) =>
  granted(await member.get<Home>('/api/home')).helpRequests.map(({ sos }) => sos.id);
const viewed = async (member: Client, sosId: string) =>
  granted(await member.get<SosForViewer>(`/api/sos/${sosId}`));
const stored = (sosId: string) =>
  guilde.deps.db.orm.select().from(helpRequests).where(eq(helpRequests.sosId, sosId));

describe('the requester of an SOS', () => {
  it('invites a member to help, who sees it at once and until they have joined', async () => {
    const live = await karim.live();
    const sos = await postSos(claire, { title: 'Compte suspendu', specialties: ['tiktok'] });
    const sent = granted(await ask(claire, sos.id, karim.id));
    expect(sent).toEqual({
      id: sos.id,
      title: 'Compte suspendu',
      requestedAt: expect.stringMatching(/^2026-/),
      denied: null,
    });
    const event = await live.next('help.requested');
    expect(event).toMatchObject({ memberId: karim.id, sos: { id: sos.id, author: { id: claire.id } } });
    expect(event.sos).not.toHaveProperty('description');
    const { helpRequests: requests } = granted(await karim.get<Home>('/api/home'));
    expect(requests).toEqual([
      {
        sos: { id: sos.id, title: 'Compte suspendu' },
        requester: expect.objectContaining({ id: claire.id }),
      },
    ]);
    expect((await viewed(karim, sos.id)).invitesYou).toBe(true);
    await join(karim, sos.id);
    expect(await invitedTo(karim)).toEqual([]);
    expect((await viewed(karim, sos.id)).invitesYou).toBe(false);
    // A member who has been there and left does not stay invited.
    granted(await karim.post(`/api/sos/${sos.id}/leave`));
    expect(await invitedTo(karim)).toEqual([]);
  });

  it('sees on which SOS the member could help, and to which they are invited', async () => {
    const paul = await guilde.as('paul');
    const first = await postSos(paul, { title: 'Premier' });
    const second = await postSos(paul, { title: 'Deuxième' });
    const { sos: helped } = await openChat(paul, karim);
    const ended = await postSos(paul, { title: 'Terminé' });
    granted(await paul.post(`/api/sos/${ended.id}/close`));
    const { requestedAt } = granted(await ask(paul, first.id, karim.id));
    expect(await offersTo(paul, karim.id)).toEqual([
      { id: second.id, title: 'Deuxième', requestedAt: null, denied: null },
      { id: first.id, title: 'Premier', requestedAt, denied: null },
    ]);
    expect((await offersTo(paul, outsider.id)).map(({ id, requestedAt: at }) => [id, at])).toEqual([
      [helped.id, null],
      [second.id, null],
      [first.id, null],
    ]);
    expect(await offersTo(paul, paul.id)).toEqual([]);
    for (const id of [first.id, second.id, helped.id]) granted(await paul.post(`/api/sos/${id}/close`));
    expect(await offersTo(paul, karim.id)).toEqual([]);
  });

  it('sends the same twice, and even at the same time, as once', async () => {
    const live = await outsider.live();
    const sos = await postSos(claire);
    const answers = await Promise.all([1, 2, 3].map(() => ask(claire, sos.id, outsider.id)));
    guilde.clock.advance(60_000);
    const bodies = [...answers, await ask(claire, sos.id, outsider.id)].map(granted);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(await stored(sos.id)).toHaveLength(1);
    await settled(live);
    expect(live.events.filter(({ type }) => type === 'help.requested')).toHaveLength(1);
  });

  it('learns why it is not possible', async () => {
    const [zoe, paul, lucie] = [await guilde.as('zoe'), await guilde.as('paul'), await guilde.as('lucie')];
    const { sos } = await openChat(claire, karim);
    expect(refusal(await ask(claire, sos.id, karim.id))).toBe('409 ALREADY_HELPING');
    expect(refusal(await ask(claire, sos.id, claire.id))).toBe('409 SOS_OWN');
    for (const helper of [zoe, paul, lucie]) await join(helper, sos.id);
    expect(refusal(await ask(claire, sos.id, outsider.id))).toBe('409 CONVERSATION_FULL');
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    expect(refusal(await ask(claire, sos.id, outsider.id))).toBe('409 SOS_ENDED');
    expect(refusal(await ask(claire, sos.id, karim.id))).toBe('409 SOS_ENDED');
    expect(await stored(sos.id)).toEqual([]);
  });

  it('invites only so many to one SOS', async () => {
    const sos = await postSos(claire);
    const crowd = await storeCrowd(
      guilde.deps.db,
      Array.from({ length: HELP_REQUESTS_MAX }, (_, index) => ({ firstName: `Foule${index}` })),
    );
    for (const id of crowd) granted(await ask(claire, sos.id, id));
    const refused = await ask(claire, sos.id, karim.id);
    expect(refusal(refused)).toBe('409 HELP_REQUESTS_EXHAUSTED');
    expect(await offersTo(claire, karim.id)).toContainEqual({
      id: sos.id,
      title: sos.title,
      requestedAt: null,
      denied: 'HELP_REQUESTS_EXHAUSTED',
    });
    granted(await ask(claire, sos.id, crowd[0] ?? ''));
    expect(await stored(sos.id)).toHaveLength(HELP_REQUESTS_MAX);
  });
});

describe('nobody else', () => {
  it('invites to an SOS: it is not found, as an unknown one', async () => {
    const { sos } = await openChat(claire, karim);
    for (const client of [outsider, karim, nina])
      expect(refusal(await ask(client, sos.id, client === karim ? outsider.id : karim.id))).toBe(
        '404 NOT_FOUND',
      );
    expect(refusal(await ask(claire, UNKNOWN, karim.id))).toBe('404 NOT_FOUND');
    expect(refusal(await ask(guilde.visitor(), sos.id, karim.id))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await ask(await guilde.as('theo'), sos.id, karim.id))).toBe('403 PROFILE_INCOMPLETE');
    expect(await stored(sos.id)).toEqual([]);
  });

  it('is invited but members whom the requester can see', async () => {
    const sos = await postSos(claire);
    const [somebody = ''] = await storeCrowd(guilde.deps.db, [{ firstName: 'Suspendue' }]);
    granted(await nina.post(`/api/admin/users/${somebody}/suspend`, { reason: 'Essai', rule: 'misuse' }));
    for (const id of [randomUUID(), (await guilde.as('theo')).id, somebody]) {
      expect(refusal(await ask(claire, sos.id, id)), id).toBe('404 NOT_FOUND');
      expect(refusal(await claire.get(`/api/members/${id}/askable-sos`)), id).toBe('404 NOT_FOUND');
    }
    for (const memberId of ['nobody', 7, null])
      expect(
        refusal(await claire.post(`/api/sos/${sos.id}/help-requests`, { memberId })),
        String(memberId),
      ).toBe('422 INVALID_INPUT');
    expect(await stored(sos.id)).toEqual([]);
  });

  it('learns who is invited', async () => {
    const live = await outsider.live();
    const sos = await postSos(claire);
    granted(await ask(claire, sos.id, karim.id));
    await settled(live);
    expect(live.events.some((event) => event.type === 'sos.created' && event.sos.id === sos.id)).toBe(true);
    expect(live.events.filter(({ type }) => type === 'help.requested')).toEqual([]);
    expect((await viewed(outsider, sos.id)).invitesYou).toBe(false);
    expect(await invitedTo(outsider)).not.toContain(sos.id);
    expect(await offersTo(outsider, karim.id)).toEqual([]);
  });
});

it('the answer tells nothing about what the invited member has chosen', async () => {
  const sos = await postSos(claire);
  const zoe = await guilde.as('zoe');
  const settings = granted(await zoe.get<object>('/api/settings'));
  granted(await zoe.put('/api/settings', { ...settings, notifyMatching: false }));
  const quiet = granted(await ask(claire, sos.id, zoe.id));
  const open = granted(await ask(claire, sos.id, outsider.id));
  expect({ ...quiet, requestedAt: null }).toEqual({ ...open, requestedAt: null });
  expect(await invitedTo(zoe)).toContain(sos.id);
});

it('an invitation waits while the SOS does and has a seat, the newest first, only so many', async () => {
  const [zoe, paul, lucie] = [await guilde.as('zoe'), await guilde.as('paul'), await guilde.as('lucie')];
  const { sos } = await openChat(karim, zoe, paul, lucie);
  granted(await ask(karim, sos.id, claire.id));
  expect(await invitedTo(claire)).toEqual([sos.id]);
  await join(outsider, sos.id);
  expect(await invitedTo(claire)).toEqual([]);
  granted(await outsider.post(`/api/sos/${sos.id}/leave`));
  expect(await invitedTo(claire)).toEqual([sos.id]);
  granted(await karim.post(`/api/sos/${sos.id}/close`));
  expect(await invitedTo(claire)).toEqual([]);
  expect((await viewed(claire, sos.id)).invitesYou).toBe(false);
  granted(await karim.post(`/api/sos/${sos.id}/reopen`));
  expect(await invitedTo(claire)).toEqual([sos.id]);
  const newer = [];
  for (let index = 0; index < HOME_HELP_REQUESTS; index++) {
    guilde.clock.advance(1000);
    const next = await postSos(karim, { specialties: ['ads'] });
    granted(await ask(karim, next.id, claire.id));
    newer.unshift(next.id);
  }
  expect(await invitedTo(claire)).toEqual(newer);
});

it('what waits as an invitation stands nowhere else on the dashboard', async () => {
  const lucie = await guilde.as('lucie');
  const sos = await postSos(claire, { specialties: ['email'], isUrgent: true, title: 'Pour Lucie' });
  const before = granted(await lucie.get<Home>('/api/home'));
  expect(before.forYou.map(({ id }) => id)).toContain(sos.id);
  granted(await ask(claire, sos.id, lucie.id));
  const after = granted(await lucie.get<Home>('/api/home'));
  expect([...after.forYou, ...after.recentSos].map(({ id }) => id)).not.toContain(sos.id);
  expect(after.matching.count).toBe(before.matching.count - 1);
});

it('goes with the SOS, with who was invited, and with who invited', async () => {
  const sos = await postSos(claire);
  granted(await ask(claire, sos.id, karim.id));
  granted(await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL));
  expect(await stored(sos.id)).toEqual([]);
  const [paul, lucie] = [await guilde.as('paul'), await guilde.as('lucie')];
  const pauls = await postSos(paul);
  granted(await ask(paul, pauls.id, lucie.id));
  granted(await lucie.post('/api/account/delete', { password: PASSWORD }));
  expect(await stored(pauls.id)).toEqual([]);
  granted(await ask(paul, pauls.id, karim.id));
  granted(await paul.post('/api/account/delete', { password: PASSWORD }));
  expect(await stored(pauls.id)).toEqual([]);
  expect(await invitedTo(karim)).not.toContain(pauls.id);
});

it('is sent no more often than the limit allows', async () => {
  const limited = await startGuilde({ rateLimits: true });
  try {
    const [requester, helper] = [await limited.as('claire'), await limited.as('karim')];
    const answers = [];
    for (let sent = 0; sent < 31; sent++) answers.push(refusal(await ask(requester, UNKNOWN, helper.id)));
    expect(new Set(answers.slice(0, 30))).toEqual(new Set(['404 NOT_FOUND']));
    expect(answers.at(-1)).toBe('429 RATE_LIMITED');
  } finally {
    await limited.close();
  }
});
