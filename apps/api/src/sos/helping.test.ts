import type { Conversation, History } from '@guilde/contracts/conversations/rules.ts';
import type { SosForViewer } from '@guilde/contracts/sos/rules.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, openChat, postSos, refusal, settled } from '../../test/scenes.ts';
import { signUpByInvitation } from '../../test/sign-up.ts';
import { conversations, participants } from '../conversations/tables.ts';

const DAY = 24 * 3_600_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;
let lucie: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  paul = await guilde.as('paul');
  lucie = await guilde.as('lucie');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

const detailOf = async (id: string) => granted(await outsider.get<SosForViewer>(`/api/sos/${id}`));
const leave = (client: Client, id: string) => client.post(`/api/sos/${id}/leave`);
const tryJoin = (client: Client, id: string) => client.post<Conversation>(`/api/sos/${id}/join`);

async function seatsOf(sosId: string) {
  const { orm } = guilde.deps.db;
  const [conversation] = await orm.select().from(conversations).where(eq(conversations.sosRequestId, sosId));
  const active = await orm
    .select()
    .from(participants)
    .where(and(eq(participants.conversationId, conversation?.id ?? ''), eq(participants.isActive, true)));
  return { counted: conversation?.currentParticipants, active: active.length };
}

describe('replying to an SOS', () => {
  it('opens its conversation with the first reply and sets it in progress', async () => {
    const { id } = await postSos(claire, { title: 'Œuvre bloquée' });
    expect(refusal(await claire.get(`/api/conversations/by-sos/${id}`))).toBe('404 NOT_FOUND');
    const live = await outsider.live();
    const hers = await claire.live();
    const conversation = await join(karim, id);
    expect(conversation).toMatchObject({
      sosId: id,
      title: 'Œuvre bloquée',
      status: 'active',
      outcome: null,
      requesterId: claire.id,
      currentParticipants: 2,
      maxParticipants: 5,
      lastSeq: 1,
    });
    expect(conversation.participants.map((one) => [one.member.id, one.role, one.isActive])).toEqual([
      [claire.id, 'requester', true],
      [karim.id, 'helper', true],
    ]);
    expect((await hers.next('message.created')).message).toMatchObject({
      seq: 1,
      kind: 'joined',
      senderId: karim.id,
      content: '',
    });
    expect((await hers.next('conversation.updated')).conversation).toEqual(conversation);
    const { sos } = await live.next('sos.updated');
    expect(sos).toMatchObject({ status: 'in_progress', responsesCount: 1, helpers: [{ id: karim.id }] });
    const {
      description: _description,
      additions: _additions,
      files: _files,
      invitesYou: _invitesYou,
      alert: _alert,
      ...fresh
    } = await detailOf(id);
    expect(sos).toEqual(fresh);
    for (const one of [live, hers]) one.close();
  });

  it('joining twice is the same as once', async () => {
    const { sos, conversation } = await openChat(claire, karim);
    const live = await claire.live();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryJoin(zoe, sos.id)));
    for (const answer of answers) expect(granted(answer).id).toBe(conversation.id);
    expect(await seatsOf(sos.id)).toEqual({ counted: 3, active: 3 });
    expect((await detailOf(sos.id)).responsesCount).toBe(2);
    await settled(live);
    expect(live.events.filter((event) => event.type === 'message.created')).toHaveLength(1);
    live.close();
  });

  it('opens one conversation when several reply first at the same time', async () => {
    const { id } = await postSos(claire);
    const answers = await Promise.all([karim, zoe, paul].map((client) => tryJoin(client, id)));
    expect(new Set(answers.map((answer) => granted(answer).id)).size).toBe(1);
    expect(await seatsOf(id)).toEqual({ counted: 4, active: 4 });
    expect((await detailOf(id)).responsesCount).toBe(3);
  });

  it('is not for the requester', async () => {
    const { id } = await postSos(claire);
    expect(refusal(await tryJoin(claire, id))).toBe('409 SOS_OWN');
  });

  it('is refused by a full chat, except to who is there already', async () => {
    const { sos } = await openChat(claire, karim, zoe, paul, lucie);
    expect(refusal(await tryJoin(outsider, sos.id))).toBe('409 CONVERSATION_FULL');
    expect(granted(await tryJoin(lucie, sos.id)).currentParticipants).toBe(5);
    expect(await seatsOf(sos.id)).toEqual({ counted: 5, active: 5 });
  });

  it('is for members with a complete profile only', async () => {
    const { id } = await postSos(claire);
    expect(refusal(await tryJoin(guilde.visitor(), id))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await tryJoin(await guilde.as('theo'), id))).toBe('403 PROFILE_INCOMPLETE');
    expect((await detailOf(id)).responsesCount).toBe(0);
  });
});

describe('leaving', () => {
  it('frees the seat for somebody else, and coming back takes a free one', async () => {
    const { sos, messages } = await openChat(claire, karim, zoe, paul, lucie);
    granted(await leave(paul, sos.id));
    expect(await seatsOf(sos.id)).toEqual({ counted: 4, active: 4 });
    await join(outsider, sos.id);
    expect(refusal(await tryJoin(paul, sos.id))).toBe('409 CONVERSATION_FULL');
    granted(await leave(outsider, sos.id));
    const back = await join(paul, sos.id);
    expect(back.participants.filter((one) => one.member.id === paul.id)).toMatchObject([
      { role: 'helper', isActive: true },
    ]);
    expect(await seatsOf(sos.id)).toEqual({ counted: 5, active: 5 });
    const sosNow = await detailOf(sos.id);
    expect(sosNow.responsesCount).toBe(5);
    expect(sosNow.helpers.map((helper) => helper.id)).not.toContain(outsider.id);
    const { messages: seen } = granted(await claire.get<History>(messages));
    expect(seen.slice(4).map((line) => [line.kind, line.senderId])).toEqual([
      ['left', paul.id],
      ['joined', outsider.id],
      ['left', outsider.id],
      ['joined', paul.id],
    ]);
  });

  it('is refused to the requester, to who is not there, and once the SOS has ended', async () => {
    const { sos } = await openChat(claire, karim);
    expect(refusal(await leave(claire, sos.id))).toBe('409 REQUESTER_CANNOT_LEAVE');
    expect(refusal(await leave(outsider, sos.id))).toBe('404 NOT_FOUND');
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    expect(refusal(await leave(karim, sos.id))).toBe('409 SOS_ENDED');
    expect(refusal(await leave(outsider, sos.id))).toBe('404 NOT_FOUND');
    expect(await seatsOf(sos.id)).toEqual({ counted: 2, active: 2 });
  });

  it('twice at once frees one seat', async () => {
    const { sos } = await openChat(claire, karim, zoe);
    const answers = await Promise.all([leave(zoe, sos.id), leave(zoe, sos.id)]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 404]));
    expect(await seatsOf(sos.id)).toEqual({ counted: 2, active: 2 });
  });
});

describe('many at once', () => {
  const CROWD = 50;

  it('50 simultaneous joins leave exactly 5 participants', async () => {
    const crowd: Client[] = [];
    for (let index = 0; index < CROWD; index++) {
      // One member sends 40 invitations a day.
      if (index === CROWD / 2) guilde.clock.advance(DAY);
      crowd.push(
        await signUpByInvitation(guilde, {
          firstName: `Membre${index}`,
          lastName: 'Foule',
          storeName: `Boutique ${index}`,
          specialties: ['ads', 'seo', 'cro'],
          role: 'member',
          email: `foule${index}@exemple.fr`,
          complete: true,
        }),
      );
    }
    const { id } = await postSos(claire);
    const answers = await Promise.all(crowd.map((client) => tryJoin(client, id)));
    const outcomes = Map.groupBy(answers, (answer) => `${answer.status} ${answer.error.code}`.trim());
    expect(outcomes.get('200')).toHaveLength(4);
    expect(outcomes.get('409 CONVERSATION_FULL')).toHaveLength(CROWD - 4);
    expect(await seatsOf(id)).toEqual({ counted: 5, active: 5 });
    expect(await detailOf(id)).toMatchObject({
      responsesCount: 4,
      conversation: { currentParticipants: 5, maxParticipants: 5 },
    });
    expect((await detailOf(id)).helpers).toHaveLength(4);
  });
});
