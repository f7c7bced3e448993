import { randomUUID } from 'node:crypto';
import type {
  AdminAnnouncement,
  Announcement,
  AnnouncementPreview,
} from '@guilde/contracts/announcements/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import { savedMemberFilters } from '@guilde/contracts/member-filters/input.ts';
import { parisInstant, parisLocal } from '@guilde/contracts/paris-time.ts';
import type { Specialty } from '@guilde/contracts/profiles/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal, settled } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { notices } from '../notices/tables.ts';
import { applyRetention } from '../platform/retention.ts';
import { profiles } from '../profiles/tables.ts';
import { beginDueAnnouncements, deliverPage } from './delivery.ts';
import { announcementRecipients, announcements, announcementTargets } from './tables.ts';

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
  const delivery = { audience: 'everyone', push: true, mail: true, scheduledAt: null };
  return {
    id: randomUUID(),
    title: 'Entretien dimanche',
    text,
    link: '/information',
    ...delivery,
    ...values,
  };
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
});

describe('an announcement to some members', () => {
  const ads = savedMemberFilters.parse({ specialty: 'ads' });
  const preview = (values: Record<string, unknown>) =>
    nina.post<AnnouncementPreview>('/api/admin/announcements/preview', written(values));
  const setSpecialties = (client: Client, specialties: Specialty[]) =>
    byHand(guilde.deps, (orm) =>
      orm.update(profiles).set({ specialties }).where(eq(profiles.userId, client.id)),
    );

  it('is counted and shown before it is sent, and stores nothing by that', async () => {
    const before = await guilde.deps.db.orm.$count(announcements);
    const filtered = granted(await preview({ title: 'Publicité', audience: 'filter', filters: ads }));
    expect(filtered.receivers).toBe(3);
    expect(filtered.mail?.subject).toBe('Annonce : Publicité');
    expect(filtered.mail?.text).toContain('Guilde sera arrêtée dimanche de 6 h à 7 h.');
    const selected = {
      audience: 'selection',
      memberIds: [claire.id, (await guilde.as('theo')).id, randomUUID()],
    };
    expect(granted(await preview({ ...selected, mail: false }))).toEqual({ receivers: 1, mail: null });
    expect(granted(await preview({ audience: 'everyone' })).receivers).toBeGreaterThanOrEqual(4);
    expect(granted(await preview({ audience: 'team' })).receivers).toBe(1);
    const absent = savedMemberFilters.parse({ seen: 'not-90' });
    expect(
      granted(await preview({ audience: 'filter', filters: { ...absent, specialty: 'ads' } })).receivers,
    ).toBe(0);
    expect(await guilde.deps.db.orm.$count(announcements)).toBe(before);
  });

  it('reaches whom its filter finds when it leaves, and nobody else finds it', async () => {
    const values = { title: 'Pub', audience: 'filter', filters: ads, mail: false };
    const { id } = await post({ ...values, scheduledAt: later(60 * MINUTE) });
    await setSpecialties(hugo, ['seo']);
    await setSpecialties(nina, ['ads']);
    guilde.clock.advance(61 * MINUTE);
    await beginDueAnnouncements(guilde.deps);
    // What changes after it has left changes no receiver.
    await setSpecialties(hugo, ['ads']);
    await setSpecialties(karim, ['seo']);
    await guilde.mails();
    expect(await detail({ id })).toMatchObject({
      state: 'shown',
      recipients: 3,
      filters: { specialty: 'ads' },
    });
    for (const client of [nina, claire, karim]) expect(await titlesFor(client)).toContain('Pub');
    expect(await titlesFor(hugo)).not.toContain('Pub');
    const listed = granted(await hugo.get<Announcement[]>('/api/announcements'));
    expect(listed.map((one) => one.id)).not.toContain(id);
    granted(await hugo.post('/api/announcements/read', { ids: [id] }));
    expect(await detail({ id })).toMatchObject({ reads: 0 });
    expect(await guilde.deps.db.orm.$count(announcementTargets)).toBe(0);
  });

  it('reaches chosen members, is stored once when it is sent twice, and is journalled without their names', async () => {
    const theo = await guilde.as('theo');
    const input = written({
      title: 'À vous deux',
      audience: 'selection',
      memberIds: [claire.id, theo.id, randomUUID()],
    });
    const both = await Promise.all([1, 2].map(() => nina.post('/api/admin/announcements', input)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await guilde.mails();
    expect(await detail(input)).toMatchObject({ recipients: 1, memberIds: [] });
    expect(await titlesFor(claire)).toContain('À vous deux');
    expect(await titlesFor(karim)).not.toContain('À vous deux');
    const { items } = granted(await nina.get<AuditPage>('/api/admin/journal?action=acts'));
    expect(items.filter(({ subjectId }) => subjectId === input.id)).toMatchObject([
      { action: 'announcement.create', after: { audience: 'selection', selected: 3 } },
    ]);
    expect(JSON.stringify(items)).not.toContain(claire.id);
  });

  it('can be given to others until it leaves', async () => {
    const planned = { title: 'Plus tard', scheduledAt: later(DAY), mail: false, push: false };
    const { id } = await post({ ...planned, audience: 'selection', memberIds: [claire.id] });
    expect(await detail({ id })).toMatchObject({ audience: 'selection', memberIds: [claire.id] });
    const change = (values: Record<string, unknown>) =>
      nina.put(`/api/admin/announcements/${id}`, written({ ...planned, ...values }));
    granted(await change({ audience: 'selection', memberIds: [karim.id] }));
    expect(await detail({ id })).toMatchObject({ memberIds: [karim.id] });
    granted(await change({ audience: 'team' }));
    expect(await detail({ id })).toMatchObject({ memberIds: [], filters: null });
    granted(await change({ audience: 'selection', memberIds: [karim.id] }));
    granted(await nina.post(`/api/admin/announcements/${id}/cancel`));
    expect(await guilde.deps.db.orm.$count(announcementTargets)).toBe(0);
  });

  it.each([
    ['a filter that is missing', { audience: 'filter' }, 'filters'],
    ['a selection of nobody', { audience: 'selection' }, 'audience'],
    ['a filter that finds nobody', { audience: 'filter', filters: { sector: 'health' } }, 'audience'],
  ])('is refused with %s', async (_, values, field) => {
    const answer = await nina.post('/api/admin/announcements', written(values));
    expect(refusal(answer)).toBe('422 INVALID_INPUT');
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
  });
});

it('an announcement that is ended while it leaves keeps nobody whom it was still to reach', async () => {
  const { id } = await post({ title: 'À certains', audience: 'selection', memberIds: [claire.id, karim.id] });
  granted(await nina.post(`/api/admin/announcements/${id}/end`));
  await guilde.mails();
  const isIts = eq(announcementTargets.announcementId, id);
  expect(await guilde.deps.db.orm.$count(announcementTargets, isIts)).toBe(0);
  expect(await titlesFor(claire)).not.toContain('À certains');
});

it('an announcement goes after a year, also one that was cancelled', async () => {
  const quiet = { push: false, mail: false, audience: 'team' };
  const { id } = await post({ title: 'Ancienne', ...quiet });
  const never = await post({ title: 'Jamais partie', ...quiet, scheduledAt: later(MINUTE) });
  granted(await nina.post(`/api/admin/announcements/${never.id}/cancel`));
  await guilde.mails();
  guilde.clock.advance(366 * DAY);
  await applyRetention(guilde.deps);
  const left = await guilde.deps.db.orm.select({ id: announcements.id }).from(announcements);
  expect(left.filter((one) => [id, never.id].includes(one.id))).toEqual([]);
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
