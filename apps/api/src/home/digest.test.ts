import { secretsIn } from '@guilde/contracts/links.ts';
import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, postSos } from '../../test/scenes.ts';
import type { Mail } from '../platform/services/mailer.ts';
import { beginDigest } from './digest.ts';
import { digests as rows } from './tables.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  granted(await (await guilde.as('hugo')).put('/api/settings', { ...DEFAULT_SETTINGS, emailDigest: false }));
  await guilde.as('theo');
  // The test runs the regular tasks itself.
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

async function digests(later: number): Promise<Mail[]> {
  guilde.clock.advance(later);
  const before = (await guilde.mails()).length;
  await Promise.all([beginDigest(guilde.deps), beginDigest(guilde.deps)]);
  await guilde.mails();
  await beginDigest(guilde.deps);
  return (await guilde.mails()).slice(before).filter(({ subject }) => subject.startsWith('Ta semaine'));
}

it('leaves on Tuesday at nine in Paris, once, to those whom something concerns', async () => {
  expect(await digests(0)).toEqual([]);
  expect(await digests(6 * DAY)).toEqual([]);
  const first = await postSos(claire, { title: 'Compte Ads suspendu' });
  await join(karim, (await postSos(claire, { title: 'Audience perdue' })).id);
  await join(zoe, (await postSos(claire, { title: 'Déjà aidée' })).id);
  expect(await digests(23 * 60 * MINUTE - 2 * MINUTE)).toEqual([]);
  const mails = await digests(5 * MINUTE);
  // Hugo wants none, Karim or Zoé help on the others, and Claire asked for all.
  expect(mails.map(({ to }) => to)).toEqual([karim.email]);
  expect(mails[0]?.subject).toBe('Ta semaine sur Guilde : 1 SOS pour toi');
  expect(mails[0]?.text).toContain(first.title);
  expect(mails[0]?.text).not.toMatch(/Audience perdue|Déjà aidée/);
  expect(await digests(10 * MINUTE)).toEqual([]);
});

it('counts no SOS that a block hides from the reader', async () => {
  granted(await karim.put(`/api/members/${claire.id}/block`));
  expect((await digests(7 * DAY)).map(({ to }) => to)).not.toContain(karim.email);
  granted(await karim.delete(`/api/members/${claire.id}/block`));
  const kept = await guilde.deps.db.orm.select().from(rows).orderBy(rows.day);
  expect(new Set(kept.slice(0, -1).map(({ after }) => after))).toEqual(new Set(['']));
});

it('tells of new articles those who have no SOS to see, and stops by its link', async () => {
  guilde.clock.advance(6 * DAY);
  const now = guilde.clock.now();
  await storeArticle(guilde.deps, {
    title: 'Colis perdu',
    category: 'sourcing',
    createdAt: now,
    moderatedAt: now,
  });
  const mails = await digests(DAY - 10 * MINUTE);
  const ofZoe = mails.find(({ to }) => to === zoe.email);
  expect(ofZoe?.subject).toBe('Ta semaine sur Guilde : 1 nouvelle solution');
  expect(ofZoe?.text).toContain('Colis perdu');
  const page = /https?:\/\/\S+\/unsubscribe\S*/.exec(ofZoe?.text ?? '')?.[0] ?? '';
  const { token } = secretsIn(new URL(page));
  granted(await guilde.visitor().post(`/api/settings/unsubscribe?token=${token}`));
  const settings = granted(await zoe.get<Settings>('/api/settings'));
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, emailDigest: false });
  const forged = await guilde
    .visitor()
    .post(`/api/settings/unsubscribe?token=${token?.replace('digest.', '')}`);
  expect(forged.error.code).toBe('UNSUBSCRIBE_INVALID');
});

it('is dropped, not sent late, when it could not leave within a day', async () => {
  guilde.clock.advance(7 * DAY);
  await postSos(claire);
  await beginDigest(guilde.deps);
  expect(await digests(2 * DAY)).toEqual([]);
});

it('leaves later on Tuesday, once, when the server was away in the morning, but not in the evening', async () => {
  await postSos(claire, { title: 'Paiements bloqués' });
  expect(await digests(5 * DAY + 11 * 60 * MINUTE)).toEqual([]);
  const afternoon = await digests(6 * DAY + 19 * 60 * MINUTE);
  expect(afternoon.map(({ to }) => to)).toContain(karim.email);
  expect(await digests(60 * MINUTE)).toEqual([]);
});
