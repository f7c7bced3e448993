import type { AdminOverview, AdminSosDetail, AdminSosPage } from '@guilde/contracts/admin/rules.ts';
import { DEFAULT_SETTINGS, minuteOfDay, type Settings } from '@guilde/contracts/settings/rules.ts';
import type { SosForViewer } from '@guilde/contracts/sos/rules.ts';
import type { Reach } from '@guilde/contracts/sos/waves.ts';
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byHand } from '../../../test/by-hand.ts';
import type { Client } from '../../../test/client.ts';
import { storeCrowd } from '../../../test/crowd.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, join, openChat, postSos, refusal, sendText, settled } from '../../../test/scenes.ts';
import { notices } from '../../notices/tables.ts';
import { jobs } from '../../platform/database/tables.ts';
import { applyRetention } from '../../platform/retention.ts';
import { profiles } from '../../profiles/tables.ts';
import { memberSettings } from '../../settings/tables.ts';
import { sosAlerts, sosWaves } from '../tables.ts';
import { runWave } from './waves.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;
let crowd: string[];

beforeAll(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'zoe'] });
  await guilde.deps.jobs.stop();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  const { orm } = guilde.deps.db;
  await byHand(guilde.deps, () => orm.update(profiles).set({ cms: 'shopify', mainChannel: 'meta-ads' }));
  const since = guilde.clock.now() - 100 * DAY_MS;
  crowd = await storeCrowd(
    guilde.deps.db,
    Array.from({ length: 40 }, (_, at) => ({
      firstName: `Membre ${at}`,
      completedAt: since + at,
      specialties: at < 3 ? ['sourcing' as const] : [],
      cms: at === 5 ? ('shopify' as const) : ('prestashop' as const),
    })),
  );
});
afterAll(() => guilde.close());
/** Nobody has been asked yet, no other SOS has a wave, and only the crowd, Karim and Zoé can be asked. */
beforeEach(async () => {
  for (const table of [sosAlerts, notices, memberSettings, jobs]) await guilde.deps.db.orm.delete(table);
  for (const client of [nina, claire]) await choose(client, { notifyMatching: false });
});

const choose = async (client: Client, change: Partial<Settings>) =>
  granted(await client.put('/api/settings', { ...DEFAULT_SETTINGS, ...change }));
const all = (change: Partial<typeof memberSettings.$inferInsert>) => {
  const { quietHours: _, pausedUntil: _p, quietUntil: _q, ...defaults } = DEFAULT_SETTINGS;
  const rows = crowd.map((userId) => ({ ...defaults, ...change, userId, updatedAt: 1 }));
  return guilde.deps.db.orm.insert(memberSettings).values(rows);
};
/** Returns the time there, shifted by that many minutes. */
const timeIn = (timeZone: string, shift: number) => {
  const minute = (minuteOfDay(timeZone, guilde.clock.now()) + shift + 1440) % 1440;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
};
const drain = () => guilde.deps.jobs.drain();
const after = async (minutes: number) => {
  guilde.clock.advance(minutes * MINUTE_MS);
  await drain();
};
const asked = async (sosId: string, wave?: number) => {
  const { orm } = guilde.deps.db;
  const rows = await orm
    .select()
    .from(sosAlerts)
    .where(and(eq(sosAlerts.sosId, sosId), wave ? eq(sosAlerts.wave, wave) : undefined));
  return rows.map(({ memberId }) => memberId);
};
const unhelped = async (sosId: string) => {
  const [row] = await guilde.deps.db.orm.select().from(sosWaves).where(eq(sosWaves.sosId, sosId));
  return typeof row?.unhelpedAt === 'number';
};
const launch = async (values: Record<string, unknown> = {}) => {
  const sos = await postSos(claire, { category: 'legal', specialties: [], ...values });
  await drain();
  return sos;
};
const reach = async (sosId: string) => granted(await claire.get<Reach>(`/api/sos/${sosId}/reach`));
const decline = (client: Client, sosId: string) => client.post(`/api/sos/${sosId}/decline`);
const seen = async (client: Client, sosId: string) =>
  granted(await client.get<SosForViewer>(`/api/sos/${sosId}`)).alert;

it('the usual wait is shown from ten cases on', async () => {
  const answered = async (minutes: number) => {
    const sos = await postSos(claire);
    guilde.clock.advance(minutes * MINUTE_MS);
    await join(karim, sos.id);
    return sos;
  };
  for (let at = 1; at < 10; at++) await answered(at);
  const { id } = await launch();
  expect((await reach(id)).usual).toBeNull();
  await answered(90);
  guilde.clock.advance(11 * MINUTE_MS);
  expect((await reach(id)).usual).toEqual({ minutes: 6, cases: 10 });

  // It is also read again after a clock that was ahead is set right.
  const now = guilde.clock.now();
  guilde.clock.set(now + 3 * 60 * MINUTE_MS);
  await reach(id);
  guilde.clock.set(now);
  await answered(91);
  guilde.clock.advance(11 * MINUTE_MS);
  expect((await reach(id)).usual).toMatchObject({ cases: 11 });
});

describe('a wave', () => {
  it('asks twice the free seats, in order: specialty, history, shop, then whoever was asked least and waits longest', async () => {
    const { sos: helped, conversation } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'Regarde ton contrat.');
    const body = { ratings: [{ memberId: karim.id, rating: 5 }] };
    granted(await claire.post(`/api/ratings/resolve/${helped.id}`, body));
    await drain();
    await choose(zoe, { notifyMatching: false });
    const first = await launch({ category: helped.category, specialties: ['sourcing'] });
    const best = [crowd[0], crowd[1], crowd[2], karim.id, crowd[5], crowd[3], crowd[4], crowd[6]];
    expect(new Set(await asked(first.id))).toEqual(new Set(best));
    const second = await launch({ category: helped.category, specialties: ['sourcing'] });
    const next = [crowd[0], crowd[1], crowd[2], karim.id, crowd[5], crowd[7], crowd[8], crowd[9]];
    expect(new Set(await asked(second.id))).toEqual(new Set(next));
  });

  it.each([
    [false, 15, 30, 75],
    [true, 5, 10, 15],
  ])(
    'follows on time, until everybody has been asked and then the team (urgent: %s)',
    async (isUrgent, ...minutes) => {
      const [second, third, team] = minutes;
      const admin = await nina.live();
      const sos = await launch({ isUrgent });
      expect(await asked(sos.id)).toHaveLength(8);
      expect((await reach(sos.id)).next?.asks).toBe('some');
      await after(second - 1);
      expect(await asked(sos.id)).toHaveLength(8);
      await after(1);
      expect(await asked(sos.id)).toHaveLength(16);
      expect((await reach(sos.id)).next?.asks).toBe('everybody');
      await after(third);
      expect((await asked(sos.id)).length).toBe(crowd.length + 2);
      expect((await reach(sos.id)).next?.asks).toBe('team');
      expect(await unhelped(sos.id)).toBe(false);
      await after(team);
      expect(await unhelped(sos.id)).toBe(true);
      await admin.next('moderation.changed', ({ area }) => area === 'sos');
      expect(await reach(sos.id)).toMatchObject({ alerted: crowd.length + 2, next: null });
      const mails = await guilde.mails();
      expect(mails.filter(({ to }) => to === nina.email).at(-1)?.subject).toMatch(/^SOS sans aide/);
      const unhelpedIds = async () => {
        const page = granted(await nina.get<AdminSosPage>('/api/admin/sos?status=unhelped'));
        expect(page.counts.unhelped).toBe(page.items.length);
        return page.items.map(({ id }) => id);
      };
      expect(await unhelpedIds()).toContain(sos.id);
      const { alerts } = granted(await nina.get<AdminOverview>('/api/admin/overview'));
      expect(alerts).toEqual({
        sent: crowd.length + 2,
        opened: 0,
        members: crowd.length + 2,
        median: 1,
        highest: 1,
      });
      await join(karim, sos.id);
      expect(await unhelpedIds()).not.toContain(sos.id);
      admin.close();
    },
  );

  it('asks everybody below their cap in the end, and what is said of it is what was done', async () => {
    const earlier = await Promise.all([1, 2, 3].map(() => postSos(claire)));
    for (const { id } of earlier) granted(await claire.post(`/api/sos/${id}/close`));
    const alerts = crowd.flatMap((memberId, at) =>
      earlier
        .slice(0, at % 4)
        .map(({ id: sosId }) => ({ sosId, memberId, wave: 1, createdAt: guilde.clock.now() })),
    );
    await guilde.deps.db.orm.insert(sosAlerts).values(alerts);
    const sos = await launch();
    await after(15);
    const before = (await guilde.mails()).length;
    await after(30);
    const belowCap = crowd.filter((_, at) => at % 4 < 3);
    expect((await asked(sos.id)).sort()).toEqual([...belowCap, karim.id, zoe.id].sort());
    const mails = (await guilde.mails()).slice(before);
    expect(mails).toHaveLength(belowCap.length + 2 - 16);
    for (const { text } of mails) {
      expect(text).toContain('personne ne le saura');
      expect(text).not.toContain('quelqu’un d’autre');
    }
    expect(await reach(sos.id)).toMatchObject({ alerted: belowCap.length + 2, isTeamTold: false });
    await after(75);
    expect(await reach(sos.id)).toMatchObject({
      alerted: belowCap.length + 2,
      next: null,
      isTeamTold: true,
    });
    expect((await guilde.mails()).at(-1)?.text).toContain(
      `${belowCap.length + 2} membres ont été prévenus, aucun n’a répondu.`,
    );
    const seenByTeam = granted(await nina.get<AdminSosDetail>(`/api/admin/sos/${sos.id}`));
    expect(seenByTeam.alerted).toBe(belowCap.length + 2);
  });

  it('says that nobody could be asked, to the author and to the team', async () => {
    await all({ notifyMatching: false });
    for (const client of [karim, zoe]) await choose(client, { notifyMatching: false });
    const sos = await launch();
    for (const minutes of [15, 30, 75]) await after(minutes);
    expect(await reach(sos.id)).toMatchObject({ alerted: 0, next: null, isTeamTold: true });
    expect((await guilde.mails()).at(-1)?.text).toContain('Aucun membre n’était disponible');
  });

  it('is the last once somebody helps, and goes on when what was closed is opened again', async () => {
    const sos = await launch();
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    await after(60);
    expect(await asked(sos.id)).toHaveLength(8);
    expect((await reach(sos.id)).next).toBeNull();
    granted(await claire.post(`/api/sos/${sos.id}/reopen`));
    await drain();
    expect(await asked(sos.id)).toHaveLength(16);
    await join(karim, sos.id);
    await after(600);
    expect(await asked(sos.id)).toHaveLength(16);
  });

  it('leaves alone who pauses, sleeps or has had enough; an urgent one wakes those who said so', async () => {
    const now = guilde.clock.now();
    for (const client of [karim, zoe]) await choose(client, { notifyMatching: false });
    const quiet = { quietFrom: timeIn('America/Montreal', -60), quietTo: timeIn('America/Montreal', 60) };
    await all({ ...quiet, timeZone: 'America/Montreal' });
    const { orm } = guilde.deps.db;
    const set = (ids: string[], change: Partial<typeof memberSettings.$inferInsert>) =>
      orm.update(memberSettings).set(change).where(inArray(memberSettings.userId, ids));
    expect(await asked((await launch()).id)).toEqual([]);
    await set(crowd.slice(0, 2), { urgentInQuietHours: true });
    expect(await asked((await launch()).id)).toEqual([]);
    expect((await asked((await launch({ isUrgent: true })).id)).sort()).toEqual(crowd.slice(0, 2).sort());
    await set(crowd, { quietFrom: null, quietTo: null, pausedUntil: now + DAY_MS });
    expect(await asked((await launch()).id)).toEqual([]);
    await set(crowd.slice(2, 5), { pausedUntil: now });
    await set(crowd.slice(2, 3), { alertsPerDay: 0 });
    expect((await asked((await launch()).id)).sort()).toEqual(crowd.slice(3, 5).sort());
  });

  it('is asked once by two instances that run it at the same time', async () => {
    await all({ alertsPerDay: 1 });
    const { id } = await postSos(claire, { category: 'legal', specialties: [] });
    const job = { sosId: id, wave: 1 };
    await Promise.all([runWave(guilde.deps, job), runWave(guilde.deps, job)]);
    expect(await asked(id)).toHaveLength(8);
    expect((await reach(id)).alerted).toBe(8);
  });

  it('never exceeds a cap, with many at the same time', async () => {
    const sent = await Promise.all(
      Array.from({ length: 9 }, () =>
        postSos(claire, { category: 'legal', specialties: [], isUrgent: true }),
      ),
    );
    await Promise.all(Array.from({ length: 3 }, drain));
    await after(15);
    const ids = sent.map(({ id }) => id);
    const rows = await guilde.deps.db.orm.select().from(sosAlerts).where(inArray(sosAlerts.sosId, ids));
    const counts = [...Map.groupBy(rows, ({ memberId }) => memberId).values()].map(({ length }) => length);
    expect(counts).toHaveLength(crowd.length + 2);
    expect(Math.max(...counts)).toBe(DEFAULT_SETTINGS.alertsPerDay);
  });
});

describe('who is asked', () => {
  beforeEach(() => all({ notifyMatching: false }));

  it('learns it at once and from the SOS; nobody else does', async () => {
    const [asking, other] = [await karim.live(), await nina.live()];
    const sos = await launch();
    const event = await asking.next('sos.alerted', (alerted) => alerted.sos.id === sos.id);
    expect(event.sos).not.toHaveProperty('description');
    await settled(other);
    expect(other.events.map(({ type }) => type)).not.toContain('sos.alerted');
    expect([await seen(karim, sos.id), await seen(nina, sos.id), await seen(claire, sos.id)]).toEqual([
      'asked',
      null,
      null,
    ]);
    expect(refusal(await karim.get(`/api/sos/${sos.id}/reach`))).toBe('404 NOT_FOUND');
    expect(refusal(await nina.get(`/api/sos/${sos.id}/reach`))).toBe('404 NOT_FOUND');
    asking.close();
    other.close();
  });

  it('opens it: the author sees how many, and never more than were asked', async () => {
    const sos = await launch();
    expect(await reach(sos.id)).toMatchObject({ alerted: 2, opened: 0 });
    const [live, elsewhere] = [await claire.live(), await karim.live()];
    for (const client of [karim, karim, nina]) granted(await client.post(`/api/sos/${sos.id}/view`));
    for (const told of [live, elsewhere]) await told.next('sos.reached', ({ sosId }) => sosId === sos.id);
    expect(await reach(sos.id)).toMatchObject({ alerted: 2, opened: 1 });
    live.close();
    elsewhere.close();
  });

  it('cannot help: somebody else is asked at once, and no figure shows it', async () => {
    const { orm } = guilde.deps.db;
    const sos = await launch();
    expect((await asked(sos.id)).sort()).toEqual([karim.id, zoe.id].sort());
    const before = await reach(sos.id);
    await orm
      .update(memberSettings)
      .set({ notifyMatching: true })
      .where(notInArray(memberSettings.userId, [claire.id, nina.id]));
    const [elsewhere, author] = [await karim.live(), await claire.live()];
    granted(await decline(karim, sos.id));
    granted(await decline(karim, sos.id));
    await elsewhere.next('sos.declined', ({ sosId }) => sosId === sos.id);
    await drain();
    expect(await asked(sos.id)).toHaveLength(3);
    expect([await seen(karim, sos.id), await seen(zoe, sos.id)]).toEqual(['declined', 'asked']);
    expect(await reach(sos.id)).toEqual(before);
    await settled(author);
    expect(author.events.map(({ type }) => type)).not.toContain('sos.declined');
    expect(refusal(await decline(nina, sos.id))).toBe('404 NOT_FOUND');
    elsewhere.close();
    author.close();
  });

  it('is forgotten after 90 days', async () => {
    const sos = await launch();
    guilde.clock.advance(89 * DAY_MS);
    await applyRetention(guilde.deps);
    expect(await asked(sos.id)).toHaveLength(2);
    guilde.clock.advance(2 * DAY_MS);
    await applyRetention(guilde.deps);
    expect(await asked(sos.id)).toEqual([]);
  });
});
