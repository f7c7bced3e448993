import { secretsIn } from '@guilde/contracts/links.ts';
import type { Settings } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, join, postSos } from '../../../test/scenes.ts';
import type { Mail } from '../../platform/services/mailer.ts';
import { beginWeeklyReport } from './weekly.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  [nina, claire, karim] = [await guilde.as('nina'), await guilde.as('claire'), await guilde.as('karim')];
  // The test runs the regular tasks itself.
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

/** Advances the clock, runs the task twice and once more, and returns the reports that left. */
async function reports(later: number): Promise<Mail[]> {
  guilde.clock.advance(later);
  const before = (await guilde.mails()).length;
  await Promise.all([beginWeeklyReport(guilde.deps), beginWeeklyReport(guilde.deps)]);
  await guilde.mails();
  await beginWeeklyReport(guilde.deps);
  return (await guilde.mails()).slice(before).filter(({ subject }) => subject.startsWith('La semaine'));
}

/** The result has the value and the note of a line. */
const lineOf = (mail: Mail | undefined, label: string) =>
  mail?.text
    .split('\n')
    .find((line) => line.startsWith(label))
    ?.split('\u00a0: ')[1];

it('leaves on Monday at eight in Paris, once, to administrators, with ten figures and their links', async () => {
  // The clock starts at ten on a Tuesday.
  expect(await reports(0)).toEqual([]);
  const quick = await postSos(claire, { title: 'Compte Ads suspendu' });
  await join(karim, quick.id);
  await postSos(claire, { title: 'Audience perdue' });
  granted(await claire.post('/api/invitations', { vouched: true, email: 'amie@exemple.fr' }));
  expect(await reports(5 * DAY + 21 * HOUR + 58 * MINUTE)).toEqual([]);
  const mails = await reports(5 * MINUTE);
  expect(mails.map(({ to }) => to)).toEqual([nina.email]);
  const [mail] = mails;
  expect(mail?.subject).toMatch(/^La semaine de Guilde : 2 SOS, 0 résolu$/);
  expect(mail?.text).toContain('du lundi 16 novembre au dimanche 22 novembre');
  expect(lineOf(mail, 'Nouveaux membres')).toBe('3 (+3)');
  expect(lineOf(mail, 'Membres venus')).toBe('3');
  expect(lineOf(mail, 'SOS publiés')).toBe('2 (+2)');
  expect(lineOf(mail, 'Aidés en moins d’une heure')).toBe('1 sur 2 (+1)');
  expect(lineOf(mail, 'SOS sans aide')).toBe('1 (+1)');
  expect(lineOf(mail, 'Invitations')).toBe('4\u00a0envoyées, 3\u00a0acceptées (+4)');
  expect(lineOf(mail, 'À traiter par l’équipe')).toMatch(/\(en ce moment\)$/);
  const links = [...(mail?.html ?? '').matchAll(/<th scope="row"[^>]*><a href="([^"]+)"/g)].map(
    ([, url]) => url,
  );
  expect(links).toHaveLength(10);
  expect(links[0]).toContain('/admin/users?from=2026-11-16&amp;to=2026-11-22');
  for (const url of links) expect(url).toContain('/admin/');
  expect(await reports(11 * HOUR)).toEqual([]);
});

it('says what changed since, and stops by its link or in the settings, for who administers', async () => {
  const [mail, ...more] = await reports(6 * DAY + 13 * HOUR);
  expect(more).toEqual([]);
  expect(lineOf(mail, 'SOS publiés')).toBe('0 (−2)');
  expect(lineOf(mail, 'Membres venus')).toMatch(/^\d \((=|[+−]\d)\)$/);
  const page = /https?:\/\/\S+\/unsubscribe\S*/.exec(mail?.text ?? '')?.[0] ?? '';
  const { token } = secretsIn(new URL(page));
  granted(await guilde.visitor().post(`/api/settings/unsubscribe?token=${token}`));
  const admin = await guilde.as('nina');
  const settings = granted(await admin.get<Settings>('/api/settings'));
  expect(settings).toMatchObject({ emailReport: false, emailDigest: true });
  expect(await reports(7 * DAY)).toEqual([]);
  granted(await admin.put('/api/settings', { ...settings, emailReport: true }));
  expect(await reports(7 * DAY)).toHaveLength(1);
  // A server that was down all Monday sends nothing on Tuesday.
  expect(await reports(8 * DAY)).toEqual([]);
});
