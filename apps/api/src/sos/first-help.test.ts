import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOrSome } from '../../../../scripts/extent.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import type { LiveClient } from '../../test/live-client.ts';
import { type PushDeviceStandIn, type PushService, startPushService } from '../../test/push-service.ts';
import { granted, join, postSos, sendText } from '../../test/scenes.ts';
import { until } from '../../test/until.ts';
import { pushUnreadMessages } from '../conversations/message-pushes.ts';
import { mailUnreadMessages } from '../conversations/unread-mails.ts';
import { tellFirstMessages } from './first-help.ts';

/** The test advances by the interval of the checks for messages, later by that of unread mails. */
const STEP_SECONDS = 10;
const LATER_SECONDS = 60;
const TITLE = 'Boutique hors ligne';

let service: PushService;
let guilde: Guilde;
/** Claire has no device. */
let claire: Client;
/** Zoé has a phone. */
let zoe: Client;
let phone: PushDeviceStandIn;
let karim: Client;
let paul: Client;
let end: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  service = await startPushService();
  guilde = await startGuilde({ env: service.env });
  claire = await guilde.as('claire');
  zoe = await guilde.as('zoe');
  karim = await guilde.as('karim');
  paul = await guilde.as('paul');
  phone = service.device();
  granted(await zoe.post('/api/push/subscriptions', phone.subscription));
  // No wave asks anybody here; waves have their own tests.
  for (const client of [claire, zoe, karim, paul]) await choose(client, {});
  await guilde.deps.jobs.stop();
});
afterAll(async () => {
  await guilde.close();
  await service.stop();
});

const choose = async (client: Client, change: Partial<Settings>) =>
  granted(await client.put('/api/settings', { ...DEFAULT_SETTINGS, alertsPerDay: 0, ...change }));
const read = async (client: Client, conversationId: string, seq: number) =>
  granted(await client.put(`/api/conversations/${conversationId}/read`, { seq }));

/** Posts an SOS, and collects its author's notices with their second: « 20 push joined », « 120 mail … ». */
async function scene(author: Client, isUrgent: boolean) {
  await end();
  await guilde.mails();
  const before = { mails: (await guilde.mails()).length, pushes: phone.delivered.length };
  const sos = await postSos(author, { title: TITLE, isUrgent });
  // The next scene must get no notices about what this one leaves unread.
  end = () => author.post(`/api/sos/${sos.id}/close`);
  const notices: string[] = [];
  let seconds = 0;
  const look = async () => {
    await pushUnreadMessages(guilde.deps);
    await tellFirstMessages(guilde.deps);
    if (seconds % 60 === 0) await mailUnreadMessages(guilde.deps);
    const mails = (await guilde.mails()).slice(before.mails).filter(({ to }) => to === author.email);
    const pushes = author === zoe ? phone.delivered.slice(before.pushes) : [];
    before.mails += mails.length;
    before.pushes += pushes.length;
    for (const { payload } of pushes) notices.push(`${seconds} push ${payload.kind}`);
    for (const { subject, text } of mails)
      notices.push(
        `${seconds} mail ${subject.split(/\s:/)[0]}${text.includes('t’y attend') ? ', avec message' : ''}`,
      );
  };
  return {
    sos,
    notices,
    /** Advances the clock up to that second, which it returns; regular tasks run as on a server. */
    pass: async (until: number) => {
      for (await look(); seconds < until; await look()) {
        const step = seconds < 240 ? STEP_SECONDS : LATER_SECONDS;
        guilde.clock.advance(step * 1000);
        seconds += step;
      }
      return seconds;
    },
  };
}

async function looking(author: Client): Promise<LiveClient> {
  const live = await author.live();
  live.send({ type: 'attention', state: 'looking' });
  await live.next('attention', ({ state }) => state === 'looking');
  return live;
}

async function gone(author: Client, live: LiveClient): Promise<void> {
  live.close();
  await until(() => !guilde.deps.live.isConnected(author.id));
}

type Event = 'join' | 'message' | 'both';
/** With `message`, the author has seen before who joined. */
async function happens(author: Client, sosId: string, event: Event): Promise<void> {
  const { id } = await join(karim, sosId);
  if (event === 'message') await read(author, id, 99);
  if (event !== 'join') await sendText(karim, id, 'Vide le cache du serveur.');
}

const JOINED = 'Karim a rejoint ton SOS';
const WRITTEN = 'Karim t’a écrit';
const UNREAD = 'Un message non lu';

describe('an author who is away', () => {
  it.each<[device: 'no' | 'a', kind: 'urgent' | 'calm', event: Event, notices: string[]]>([
    ['no', 'urgent', 'join', [`20 mail ${JOINED}`]],
    ['no', 'urgent', 'message', [`20 mail ${WRITTEN}`]],
    ['no', 'urgent', 'both', [`20 mail ${JOINED}, avec message`]],
    ['no', 'calm', 'join', [`20 mail ${JOINED}`]],
    ['no', 'calm', 'message', [`900 mail ${UNREAD}`]],
    ['no', 'calm', 'both', [`20 mail ${JOINED}, avec message`]],
    ['a', 'urgent', 'join', ['0 push joined', `120 mail ${JOINED}`]],
    ['a', 'urgent', 'message', ['20 push message', `120 mail ${WRITTEN}`]],
    ['a', 'urgent', 'both', ['0 push joined', '20 push message', `120 mail ${JOINED}, avec message`]],
    ['a', 'calm', 'join', ['0 push joined']],
    ['a', 'calm', 'message', ['20 push message']],
    ['a', 'calm', 'both', ['0 push joined', '20 push message']],
  ])('with %s device, %s, %s', async (device, kind, event, expected) => {
    const author = device === 'a' ? zoe : claire;
    const { sos, notices, pass } = await scene(author, kind === 'urgent');
    await happens(author, sos.id, event);
    await pass(1200);
    const withoutSeenJoin =
      event === 'message' ? notices.filter((one) => !one.endsWith('push joined')) : notices;
    expect(withoutSeenJoin).toEqual(expected);
  });
});

describe('an author who is looking is told by the page alone', () => {
  it.each(
    allOrSome(
      (['no', 'a'] as const).flatMap((device) =>
        (['urgent', 'calm'] as const).flatMap((kind) =>
          (['join', 'message', 'both'] as const).map((event) => [device, kind, event] as const),
        ),
      ),
      3,
    ),
  )('with %s device, %s, %s', async (device, kind, event) => {
    const author = device === 'a' ? zoe : claire;
    const { sos, notices, pass } = await scene(author, kind === 'urgent');
    const live = await looking(author);
    await happens(author, sos.id, event);
    await pass(110);
    await gone(author, live);
    await pass(180);
    expect(notices).toEqual([]);
  });
});

describe('the first help on an urgent SOS', () => {
  it('that comes after a mail about who joined is mailed when it is still unread after two minutes', async () => {
    const { sos, notices, pass } = await scene(claire, true);
    const { id } = await join(karim, sos.id);
    await pass(60);
    const { seq } = await sendText(karim, id, 'Vide le cache du serveur.');
    await pass(170);
    expect(notices).toEqual([`20 mail ${JOINED}`]);
    await pass(180);
    expect(notices.slice(1)).toEqual([`180 mail ${WRITTEN}`]);
    await sendText(karim, id, 'Tu vois\u00a0?');
    await pass(1300);
    expect(notices).toHaveLength(2);
    await read(claire, id, seq + 1);
    await sendText(karim, id, 'Alors\u00a0?');
    const since = await pass(0);
    await pass(since + 840);
    expect(notices).toHaveLength(2);
    await pass(since + 960);
    expect(notices.slice(2)).toEqual([`${since + 900} mail ${UNREAD}`]);
  });

  it('is mailed to somebody who has left a tab open, after two minutes', async () => {
    const live = await claire.live();
    const { sos, notices, pass } = await scene(claire, true);
    await happens(claire, sos.id, 'both');
    await pass(1200);
    expect(notices).toEqual([`120 mail ${JOINED}, avec message`]);
    await gone(claire, live);
  });

  it('is not mailed to who has seen it meanwhile, nor once its helper has left or the SOS has ended', async () => {
    const seen = await scene(zoe, true);
    const { id } = await join(karim, seen.sos.id);
    await seen.pass(60);
    await read(zoe, id, 99);
    await seen.pass(200);
    expect(seen.notices).toEqual(['0 push joined']);
    const left = await scene(zoe, true);
    await join(karim, left.sos.id);
    await left.pass(60);
    granted(await karim.post(`/api/sos/${left.sos.id}/leave`));
    await left.pass(200);
    expect(left.notices).toEqual(['0 push joined']);
    const ended = await scene(zoe, true);
    await happens(zoe, ended.sos.id, 'both');
    await ended.pass(60);
    granted(await zoe.post(`/api/sos/${ended.sos.id}/close`));
    await ended.pass(200);
    expect(ended.notices).toEqual(['0 push joined', '20 push message']);
  });

  it('is told once: who joins next is told of by the usual ways', async () => {
    const { sos, notices, pass } = await scene(zoe, true);
    const { id } = await join(karim, sos.id);
    await pass(60);
    await read(zoe, id, 99);
    await join(paul, sos.id);
    await sendText(paul, id, 'Je regarde.');
    await pass(80);
    await read(zoe, id, 99);
    await sendText(paul, id, 'C’est le cache.');
    await pass(1200);
    expect(notices).toEqual(['0 push joined', '60 push joined', '80 push message', '100 push message']);
  });

  it('follows the settings: no mail to who wants none, at once in quiet hours, when no device rings', async () => {
    await choose(claire, { emailUnread: false });
    const unwanted = await scene(claire, true);
    await happens(claire, unwanted.sos.id, 'both');
    await unwanted.pass(1200);
    expect(unwanted.notices).toEqual([]);
    await choose(zoe, { quietHours: { from: '00:00', to: '23:59' } });
    const quiet = await scene(zoe, true);
    await happens(zoe, quiet.sos.id, 'both');
    await quiet.pass(1200);
    expect(quiet.notices).toEqual([`20 mail ${JOINED}, avec message`]);
    await choose(zoe, {});
  });
});
