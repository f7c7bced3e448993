import { NOTICES } from '@guilde/contracts/notices/channels.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { NOTICE_SOURCES } from '../notice-sources.ts';
import { applyRetention } from '../platform/retention.ts';
import type { DescribeNotice, NoticeContent } from './content.ts';
import { type Notice, notify } from './notify.ts';
import { startNotices } from './start.ts';
import { notices } from './tables.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
/** An event without an entry here has no content. */
const said = new Map<string, NoticeContent>();
let seen = 0;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  const content: DescribeNotice = async (_, _memberId, subject) => said.get(subject) ?? null;
  const source = { describe: content, place: () => ({ path: '/sos' }) };
  startNotices(guilde.deps, {
    ...NOTICE_SOURCES,
    kinds: { ...NOTICE_SOURCES.kinds, held: source, alert: source, asked: source },
  });
  seen = (await guilde.mails()).length;
});
afterAll(() => guilde.close());

function about(subject: string): string {
  const mail = { subject, heading: 'Du nouveau', paragraphs: ['Regarde.'], action: 'Voir le SOS' };
  said.set(subject, { title: 'Du nouveau', body: 'Regarde.', tag: subject, mail });
  return subject;
}
const tell = (notice: Notice) => guilde.deps.db.write((tx) => notify(tx, guilde.deps, notice));

/** Returns subjects and receivers of the mails since the last call. */
async function mailed(): Promise<string[]> {
  const all = await guilde.mails();
  const left = all.slice(seen).map(({ to, subject }) => `${to} ${subject}`);
  seen = all.length;
  return left.sort();
}

describe('a notice', () => {
  it('is told to each member once, however often it is told of', async () => {
    const notice: Notice = { kind: 'held', memberIds: [claire.id, karim.id], subject: about('tient') };
    await tell(notice);
    await tell(notice);
    expect(await mailed()).toEqual([`${claire.email} tient`, `${karim.email} tient`]);
    await tell({ ...notice, memberIds: [claire.id] });
    expect(await mailed()).toEqual([]);
  });

  it('is stored with its event, or not at all', async () => {
    const failed = guilde.deps.db.write(async (tx) => {
      await notify(tx, guilde.deps, { kind: 'held', memberIds: [claire.id], subject: about('jamais') });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await mailed()).toEqual([]);
  });

  it('is not told when nothing is left to be said, or too late', async () => {
    await tell({ kind: 'held', memberIds: [claire.id], subject: 'déjà lu' });
    await tell({
      kind: 'held',
      memberIds: [claire.id],
      subject: about('tard'),
      until: guilde.clock.now() - 1,
    });
    expect(await mailed()).toEqual([]);
  });

  it('waits for a member who may come back, and is not mailed to one who did', async () => {
    await tell({ kind: 'asked', memberIds: [claire.id, karim.id], subject: about('invités') });
    expect(await mailed()).toEqual([]);
    const live = await claire.live();
    live.send({ type: 'attention', state: 'looking' });
    await live.next('attention', ({ state }) => state === 'looking');
    guilde.clock.advance(5 * MINUTE);
    expect(await mailed()).toEqual([`${karim.email} invités`]);
    live.close();
    await until(() => !guilde.deps.live.isConnected(claire.id));
  });

  it('of a kind with a cap is mailed no oftener in a day', async () => {
    for (const subject of ['un', 'deux', 'trois'])
      await tell({ kind: 'alert', memberIds: [claire.id], subject: about(subject) });
    expect(await mailed()).toHaveLength(2);
    guilde.clock.advance(DAY);
    await tell({ kind: 'alert', memberIds: [claire.id], subject: about('quatre') });
    expect(await mailed()).toEqual([`${claire.email} quatre`]);
  });

  it('says in its mail why it came, and how such mails stop', async () => {
    for (const kind of ['held', 'alert'] as const)
      await tell({ kind, memberIds: [karim.id], subject: about(`pied ${kind}`) });
    const mails = await guilde.mails();
    const questionMail = mails.find(({ subject }) => subject === 'pied held');
    const alert = mails.find(({ subject }) => subject === 'pied alert');
    expect(questionMail?.text).toContain(NOTICES.held.footnote);
    expect(questionMail?.headers).toBeUndefined();
    expect(alert?.text).toContain(
      'Tu reçois cet e-mail parce qu’aucun de tes appareils ne pouvait t’avertir.',
    );
    expect(alert?.text).toMatch(/Ne plus recevoir ces e-mails\s:\s*http/);
    expect(alert?.headers).toHaveProperty('List-Unsubscribe');
  });

  it('is forgotten after 90 days', async () => {
    const stored = () => guilde.deps.db.orm.$count(notices);
    expect(await stored()).toBeGreaterThan(0);
    await applyRetention(guilde.deps);
    expect(await stored()).toBeGreaterThan(0);
    guilde.clock.advance(91 * DAY);
    await applyRetention(guilde.deps);
    expect(await stored()).toBe(0);
  });
});
