import { randomUUID } from 'node:crypto';
import type { AdminAnnouncement, Announcement } from '@guilde/contracts/announcements/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import { parisInstant, parisLocal } from '@guilde/contracts/paris-time.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal, settled } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { notices } from '../notices/tables.ts';
import { applyRetention } from '../platform/retention.ts';
import { beginDueAnnouncements, deliverPage } from './delivery.ts';
import { announcementRecipients, announcements } from './tables.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let hugo: Client;

beforeAll(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'hugo', 'theo'] });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  hugo = await guilde.as('hugo');
  await guilde.as('theo');
  granted(await hugo.put('/api/settings', { ...DEFAULT_SETTINGS, emailAnnouncements: false }));
  // The test runs the jobs and the regular tasks itself.
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

function written(values: Record<string, unknown> = {}) {
  const text = 'Guilde sera arrêtée dimanche de 6 h à 7 h.';
  const ways = { audience: 'everyone', push: true, mail: true, scheduledAt: null };
  return { id: randomUUID(), title: 'Entretien dimanche', text, link: '/information', ...ways, ...values };
}
const post = async (values: Record<string, unknown> = {}) =>
  granted(await nina.post<AdminAnnouncement>('/api/admin/announcements', written(values)));
const detail = async ({ id }: { id: string }) =>
  granted(await nina.get<AdminAnnouncement>(`/api/admin/announcements/${id}`));
const currentOf = async (client: Client) =>
  granted(await client.get<Announcement[]>('/api/announcements/current'));
const titlesFor = async (client: Client) => (await currentOf(client)).map(({ title }) => title);
const later = (milliseconds: number) => new Date(guilde.clock.now() + milliseconds).toISOString();
const acts = async () =>
  granted(await nina.get<AuditPage>('/api/admin/journal?action=acts')).items.map(({ action }) => action);

describe('an announcement', () => {
  it('reaches everybody at once, each by what the one rule says, and is counted once per reader', async () => {
    const live = await claire.live();
    live.send({ type: 'attention', state: 'looking' });
    const input = written();
    const [sent, again] = await Promise.all([1, 2].map(() => nina.post('/api/admin/announcements', input)));
    expect([sent, again].map((answer) => answer?.status)).toEqual([200, 200]);
    const before = (await guilde.mails()).length;
    expect((await live.next('announcement.received')).announcement).toMatchObject({ title: input.title });
    expect(await titlesFor(claire)).toEqual([input.title]);
    expect(await detail(input)).toMatchObject({ state: 'shown', recipients: 4, reads: 0 });
    for (let time = 0; time < 2; time++)
      granted(await karim.post('/api/announcements/read', { ids: [input.id] }));
    expect(await titlesFor(karim)).toEqual([]);
    guilde.clock.advance(31 * MINUTE);
    const mails = (await guilde.mails()).slice(before);
    // Claire has the app open, Karim has read it, and Hugo wants no such mails.
    expect(mails.map(({ to }) => to)).toEqual([nina.email]);
    expect(mails[0]?.subject).toBe('Annonce : Entretien dimanche');
    expect(mails[0]?.headers?.['List-Unsubscribe']).toContain('token=announcements.');
    expect(await detail(input)).toMatchObject({ recipients: 4, reads: 1 });
    const list = granted(await karim.get<Announcement[]>('/api/announcements'));
    expect(list.map(({ id, readAt }) => [id, readAt !== null])).toEqual([[input.id, true]]);
    expect((await acts()).filter((action) => action === 'announcement.create')).toHaveLength(1);
    live.close();
  });

  it('is scheduled, changed and cancelled until it leaves, which it does once', async () => {
    const scheduled = await post({ title: 'Rencontre', scheduledAt: later(60 * MINUTE), mail: false });
    const cancelled = await post({ title: 'Jamais', scheduledAt: later(30 * MINUTE) });
    expect(scheduled.state).toBe('scheduled');
    const change = { ...written({ title: 'Rencontre à Lyon', scheduledAt: later(90 * MINUTE) }) };
    granted(await nina.put(`/api/admin/announcements/${scheduled.id}`, change));
    granted(await nina.post(`/api/admin/announcements/${cancelled.id}/cancel`));
    guilde.clock.advance(89 * MINUTE);
    await beginDueAnnouncements(guilde.deps);
    await guilde.mails();
    expect(await titlesFor(claire)).not.toContain('Rencontre à Lyon');
    guilde.clock.advance(2 * MINUTE);
    await Promise.all([beginDueAnnouncements(guilde.deps), beginDueAnnouncements(guilde.deps)]);
    await guilde.mails();
    expect(await titlesFor(claire)).toEqual(['Rencontre à Lyon', 'Entretien dimanche']);
    expect(await detail(cancelled)).toMatchObject({ state: 'cancelled', recipients: 0 });
    for (const address of [`${scheduled.id}`, `${cancelled.id}`]) {
      const put = await nina.put(`/api/admin/announcements/${address}`, change);
      expect(refusal(put)).toBe('409 ANNOUNCEMENT_SENT');
    }
    expect((await acts()).slice(0, 4)).toEqual([
      'announcement.cancel',
      'announcement.change',
      'announcement.create',
      'announcement.create',
    ]);
  });

  it('to the team reaches the team; one that is ended leaves every banner', async () => {
    const { id } = await post({ title: 'Réunion de l’équipe', audience: 'team', push: false, mail: false });
    await guilde.mails();
    expect(await titlesFor(claire)).not.toContain('Réunion de l’équipe');
    expect(await titlesFor(nina)).toContain('Réunion de l’équipe');
    expect(await guilde.deps.db.orm.$count(notices, eq(notices.subject, id))).toBe(0);
    const live = await nina.live();
    granted(await nina.post(`/api/admin/announcements/${id}/end`));
    await settled(live);
    expect(live.events).toContainEqual({ type: 'announcement.removed', announcementId: id, readAt: null });
    expect(await titlesFor(nina)).not.toContain('Réunion de l’équipe');
    const again = await nina.post(`/api/admin/announcements/${id}/end`);
    expect(refusal(again)).toBe('409 ANNOUNCEMENT_NOT_SHOWN');
    live.close();
  });

  it.each(['//exemple.fr', 'https://exemple.fr/', '/a//b', '/a b', 'javascript:alert(1)', '/\\exemple.fr'])(
    'leads nowhere else: %s',
    async (link) => {
      const answer = await nina.post('/api/admin/announcements', written({ link }));
      expect(Object.keys(answer.error.fields ?? {})).toEqual(['link']);
    },
  );

  it('reaches hundreds in steps, each member once, though every step runs twice and two instances work', async () => {
    const many = Array.from({ length: 230 }, () => randomUUID());
    await guilde.deps.db.orm.run(
      sql`insert into ${members} (id, email, created_at, updated_at, email_verified, profile_complete)
        select value, value || '@exemple.fr', 1, 1, 1, 1 from json_each(${JSON.stringify(many)})`,
    );
    const { id } = await post({ title: 'À tous', mail: false });
    for (let step = 0; (await detail({ id })).state === 'sending'; step++) {
      const [row] = await guilde.deps.db.orm.select().from(announcements).where(eq(announcements.id, id));
      const page = { announcementId: id, after: row?.after ?? '' };
      // This happens after a kill between the commit and the end of the job, or with a second instance.
      await Promise.all([deliverPage(guilde.deps, page), deliverPage(guilde.deps, page)]);
      await deliverPage(guilde.deps, page);
      expect(step).toBeLessThan(6);
    }
    await guilde.mails();
    const [reached] = await guilde.deps.db.orm
      .select({ rows: count(), members: sql`count(distinct ${announcementRecipients.memberId})` })
      .from(announcementRecipients)
      .where(eq(announcementRecipients.announcementId, id));
    expect(reached).toEqual({ rows: 234, members: 234 });
    expect(await detail({ id })).toMatchObject({ state: 'shown', recipients: 234 });
    expect(await guilde.deps.db.orm.$count(notices, eq(notices.subject, id))).toBe(234);
  });

  it('goes after a year', async () => {
    const { id } = await post({ title: 'Ancienne', push: false, mail: false, audience: 'team' });
    await guilde.mails();
    guilde.clock.advance(366 * DAY);
    await applyRetention(guilde.deps);
    expect(await guilde.deps.db.orm.$count(announcements, eq(announcements.id, id))).toBe(0);
  });
});

describe('a time in Paris', () => {
  it.each([
    ['2026-11-20T09:00', '2026-11-20T08:00:00.000Z'],
    ['2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ])('%s is %s', (local, instant) => {
    expect(new Date(parisInstant(local)).toISOString()).toBe(instant);
  });

  it('is shown as it was typed', () => {
    expect(parisLocal(parisInstant('2026-11-20T09:05'))).toBe('2026-11-20T09:05');
    expect(parisInstant('')).toBeNaN();
  });
});
