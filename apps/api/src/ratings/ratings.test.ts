import { randomUUID } from 'node:crypto';
import type { Conversation, Message } from '@guilde/contracts/conversations/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { HelperToRate, MemberStats, ResolvedSos } from '@guilde/contracts/ratings/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, postSos, refusal, sendText, settled } from '../../test/scenes.ts';
import { uploaded } from '../../test/uploads.ts';
import { members } from '../auth/tables.ts';
import { jobs } from '../platform/database/tables.ts';
import { sosRatings } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  paul = await guilde.as('paul');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

const rate = (member: Client, rating = 5, comment = '') => ({ memberId: member.id, rating, comment });
const resolve = (client: Client, sosId: string, ratings: unknown) =>
  client.post<ResolvedSos>(`/api/ratings/resolve/${sosId}`, { ratings });
const statsOf = async (member: Client) =>
  granted(await outsider.get<MemberStats>(`/api/ratings/stats/${member.id}`));
const helpCountOf = async (member: Client) =>
  granted(await member.get<Profile>('/api/profile')).totalHelpCount;
async function sendPhoto(member: Client, conversationId: string): Promise<Message> {
  const chat = `/api/conversations/${conversationId}`;
  const { id } = await uploaded(member, `${chat}/files`);
  const message = { id: randomUUID(), content: '', files: [id] };
  return granted(await member.post<Message>(`${chat}/messages`, message));
}
const stored = (sosId: string) =>
  guilde.deps.db.orm
    .select()
    .from(sosRatings)
    .where(eq(sosRatings.sosRequestId, sosId))
    .orderBy(sosRatings.rating);
const statusOf = async (sosId: string) => granted(await outsider.get<SosDetail>(`/api/sos/${sosId}`)).status;

describe('who is to be rated', () => {
  it('are the active helpers of my own SOS, with what they wrote last', async () => {
    const { sos, conversation } = await openChat(claire, karim, zoe, paul);
    const hint = await sendText(karim, conversation.id, 'Une piste');
    const marked = `/api/conversations/${conversation.id}/messages/${hint.id}/solution`;
    granted(await karim.put(marked, { isSolution: true }));
    await sendText(karim, conversation.id, `La\nbonne ${'longue '.repeat(50)}`);
    await sendText(claire, conversation.id, 'Merci');
    granted(await paul.post(`/api/sos/${sos.id}/leave`));
    const helpers = granted(await claire.get<HelperToRate[]>(`/api/ratings/helpers/${sos.id}`));
    expect(helpers.map((helper) => helper.member.id)).toEqual([karim.id, zoe.id]);
    expect(helpers[0]?.lastMessage).toMatch(/^La bonne longue .*…$/);
    const solution = { messageId: hint.id, content: 'Une piste', isConfirmed: false };
    expect(helpers[0]?.solutions).toEqual([solution]);
    expect(helpers[1]).toMatchObject({ lastMessage: '', solutions: [] });
    const photo = await sendPhoto(zoe, conversation.id);
    granted(await zoe.put(marked.replace(hint.id, photo.id), { isSolution: true }));
    const [, zoes] = granted(await claire.get<HelperToRate[]>(`/api/ratings/helpers/${sos.id}`));
    expect(zoes?.lastMessage).toBe('une photo');
    expect(zoes?.solutions).toMatchObject([{ content: 'une photo' }]);
    for (const other of [karim, paul, outsider])
      expect(refusal(await other.get(`/api/ratings/helpers/${sos.id}`))).toBe('404 NOT_FOUND');
    for (const id of [randomUUID(), 'rien'])
      expect(refusal(await claire.get(`/api/ratings/helpers/${id}`))).toBe('404 NOT_FOUND');
  });
});

describe('resolving', () => {
  it('stores ratings, resolution, credit of those who wrote, the closing of the chat and the summary job together', async () => {
    const { sos, conversation } = await openChat(claire, karim, zoe, paul);
    granted(await paul.post(`/api/sos/${sos.id}/leave`));
    await sendText(karim, conversation.id, 'Voici le formulaire');
    await sendText(claire, conversation.id, 'Merci');
    const before = [await helpCountOf(karim), await helpCountOf(zoe), await helpCountOf(paul)];
    const [his, strangers] = await Promise.all([karim.live(), outsider.live()]);

    const resolved = granted(await resolve(claire, sos.id, [rate(karim, 4, '  Top  '), rate(zoe)]));

    expect(resolved).toMatchObject({
      status: 'resolved',
      closedAt: null,
      conversation: { status: 'closed' },
      helpers: [{ id: karim.id }, { id: zoe.id }],
    });
    expect(resolved.resolvedAt).not.toBeNull();
    expect(await stored(sos.id)).toMatchObject([
      { raterId: claire.id, ratedUserId: karim.id, rating: 4, comment: 'Top' },
      { raterId: claire.id, ratedUserId: zoe.id, rating: 5, comment: '' },
    ]);
    const [karims = 0, zoes = 0, pauls = 0] = before;
    expect(await helpCountOf(karim)).toBe(karims + 1);
    expect(await helpCountOf(zoe)).toBe(zoes);
    expect(await helpCountOf(paul)).toBe(pauls);
    const waiting = await guilde.deps.db.orm
      .select()
      .from(jobs)
      .where(eq(jobs.key, `summary:${sos.id}`));
    expect(waiting).toMatchObject([{ kind: 'summary.generate', failedAt: null }]);

    const { message } = await his.next('message.created');
    expect(message).toMatchObject({ kind: 'resolved', senderId: claire.id, conversationId: conversation.id });
    const { conversation: closed } = await his.next('conversation.updated');
    expect(closed).toMatchObject({ status: 'closed', outcome: 'resolved', lastSeq: message.seq });
    expect(granted(await karim.get<Conversation>(`/api/conversations/${conversation.id}`))).toEqual(closed);
    const { sos: received } = await strangers.next('sos.updated');
    expect({
      ...received,
      description: sos.description,
      additions: sos.additions,
      files: sos.files,
      willBeSummarised: true,
    }).toEqual(resolved);
    await settled(strangers);
    expect(JSON.stringify(strangers.events)).not.toContain('message.created');
    for (const live of [his, strangers]) live.close();
  });

  it('takes the default of 5 for a rating not given', async () => {
    const { sos } = await openChat(claire, karim);
    granted(await resolve(claire, sos.id, [{ memberId: karim.id }]));
    expect(await stored(sos.id)).toMatchObject([{ rating: 5, comment: '' }]);
  });

  it('with no helper is one confirmation', async () => {
    const { id } = await postSos(claire);
    expect(granted(await claire.post<SosDetail>(`/api/ratings/resolve/${id}`, {}))).toMatchObject({
      status: 'resolved',
      conversation: null,
    });
  });

  it('tells whether somebody wrote, even if they left, so that there is something to sum up', async () => {
    const ask = async (isAnswered: boolean) => {
      const { sos, conversation } = await openChat(claire, karim, zoe);
      await sendText(claire, conversation.id, 'Une idée ?');
      if (isAnswered) await sendText(zoe, conversation.id, 'Voici une piste');
      else await sendPhoto(zoe, conversation.id);
      granted(await zoe.post(`/api/sos/${sos.id}/leave`));
      return granted(await resolve(claire, sos.id, [rate(karim)]));
    };
    expect(await ask(true)).toMatchObject({ status: 'resolved', willBeSummarised: true });
    expect(await ask(false)).toMatchObject({ status: 'resolved', willBeSummarised: false });
  });

  it('says how many ratings remain, and stores nothing', async () => {
    const { sos } = await openChat(claire, karim, zoe, paul);
    const one = await resolve(claire, sos.id, [rate(karim), rate(zoe)]);
    expect(refusal(one)).toBe('409 RATINGS_INCOMPLETE');
    expect(one.error.params).toEqual({ remaining: 1 });
    const none = await resolve(claire, sos.id, []);
    expect(none.error.params).toEqual({ remaining: 3 });
    expect(none.error.message).toBe('Évaluations incomplètes : il reste 3 membres à évaluer.');
    expect(await stored(sos.id)).toEqual([]);
    expect(await statusOf(sos.id)).toBe('in_progress');
  });

  it('refuses ratings of people who do not help', async () => {
    const { sos } = await openChat(claire, karim, zoe);
    granted(await zoe.post(`/api/sos/${sos.id}/leave`));
    for (const stranger of [outsider, zoe, claire])
      expect(refusal(await resolve(claire, sos.id, [rate(karim), rate(stranger)]))).toBe(
        '422 RATED_NOT_A_HELPER',
      );
    expect(await stored(sos.id)).toEqual([]);
    expect(await statusOf(sos.id)).toBe('in_progress');
  });

  it.each([
    ['0 stars', { rating: 0 }],
    ['6 stars', { rating: 6 }],
    ['half a star', { rating: 4.5 }],
    ['a word', { rating: 'cinq' }],
    ['a comment of 501 characters', { comment: 'a'.repeat(501) }],
    ['a member without an id', { memberId: undefined }],
  ])('refuses %s', async (_, values) => {
    const { sos } = await openChat(claire, karim);
    const answer = await resolve(claire, sos.id, [{ ...rate(karim), ...values }]);
    expect(refusal(answer)).toBe('422 INVALID_INPUT');
    expect(Object.keys(answer.error.fields)[0]).toMatch(/^ratings\.0\.(rating|comment|memberId)$/);
    expect(await stored(sos.id)).toEqual([]);
  });

  it('refuses two ratings of one helper', async () => {
    const { sos } = await openChat(claire, karim);
    const answer = await resolve(claire, sos.id, [rate(karim), rate(karim, 1)]);
    expect(refusal(answer)).toBe('422 INVALID_INPUT');
    expect(await stored(sos.id)).toEqual([]);
  });

  it('is for the requester only', async () => {
    const { sos } = await openChat(claire, karim);
    for (const other of [karim, outsider])
      expect(refusal(await resolve(other, sos.id, [rate(karim)]))).toBe('403 SOS_NOT_YOURS');
    const theo = await guilde.as('theo');
    expect(refusal(await resolve(theo, sos.id, []))).toBe('403 PROFILE_INCOMPLETE');
    expect(refusal(await resolve(guilde.visitor(), sos.id, []))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await resolve(claire, randomUUID(), []))).toBe('404 NOT_FOUND');
  });

  it('sent ten times at once resolves once', async () => {
    const { sos, conversation } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'Voici le formulaire');
    const before = await helpCountOf(karim);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => resolve(claire, sos.id, [rate(karim)])),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error.code === 'SOS_ENDED')).toHaveLength(9);
    expect(await stored(sos.id)).toHaveLength(1);
    expect(await helpCountOf(karim)).toBe(before + 1);
  });

  it('is not possible any more for a closed SOS, nor closing for a resolved one', async () => {
    const { sos } = await openChat(claire, karim);
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    expect(refusal(await resolve(claire, sos.id, [rate(karim)]))).toBe('409 SOS_ENDED');
    granted(await claire.post(`/api/sos/${sos.id}/reopen`));
    granted(await resolve(claire, sos.id, [rate(karim)]));
    expect(refusal(await claire.post(`/api/sos/${sos.id}/close`))).toBe('409 SOS_ENDED');
    expect(refusal(await claire.post(`/api/sos/${sos.id}/reopen`))).toBe('409 SOS_NOT_CLOSED');
    expect(refusal(await karim.post(`/api/sos/${sos.id}/leave`))).toBe('409 SOS_ENDED');
  });
});

describe('statistics', () => {
  it('average to one decimal, count resolved help, and add one’s own resolved SOS', async () => {
    const lucie = await guilde.as('lucie');
    expect(await statsOf(lucie)).toEqual({
      averageRating: 0,
      totalRatings: 0,
      resolvedSOS: 0,
      totalResolvedSOS: 0,
    });
    for (const rating of [5, 4, 4]) {
      const { sos, conversation } = await openChat(claire, lucie);
      await sendText(lucie, conversation.id, 'Voici le formulaire');
      granted(await resolve(claire, sos.id, [rate(lucie, rating)]));
    }
    const own = await postSos(lucie);
    granted(await resolve(lucie, own.id, []));
    await postSos(lucie);
    expect(granted(await lucie.get<MemberStats>(`/api/ratings/stats/${lucie.id}`))).toEqual({
      averageRating: 4.3,
      totalRatings: 3,
      resolvedSOS: 3,
      totalResolvedSOS: 4,
      seenByOthers: { averageRating: 0, totalRatings: 0 },
    });
  });

  it('exist for members only, and not for those who are suspended', async () => {
    const theo = await guilde.as('theo');
    const lucie = await guilde.as('lucie');
    await byHand(guilde.deps, (orm) =>
      orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, lucie.id)),
    );
    for (const id of [theo.id, lucie.id, randomUUID(), 'rien'])
      expect(refusal(await claire.get(`/api/ratings/stats/${id}`))).toBe('404 NOT_FOUND');
  });
});
