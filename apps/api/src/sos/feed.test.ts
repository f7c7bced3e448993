import type { SosPage } from '@guilde/contracts/sos/rules.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, postSos, refusal } from '../../test/scenes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let guilde: Guilde;
/** Claire's specialties are ads, seo and brand. */
let claire: Client;
/** Karim's specialties are ads, cro and data. */
let karim: Client;
/** Zoé's specialties are tiktok, influence and community. */
let zoe: Client;

const titles = async (client: Client, query = '') =>
  granted(await client.get<SosPage>(`/api/sos?${query}`)).items.map((sos) => sos.title);

/** The SOS are posted from Saturday 31 October to Tuesday 17 November 2026, which is today. */
beforeAll(async () => {
  guilde = await startGuilde();
  guilde.clock.advance(-17 * DAY_MS);
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  await postSos(claire, { title: 'Octobre', specialties: ['seo'] });
  guilde.clock.advance(15 * DAY_MS);
  await postSos(zoe, { title: 'Dimanche', specialties: [] });
  guilde.clock.advance(DAY_MS);
  const { id } = await postSos(claire, { title: 'Lundi résolu', specialties: ['ads'], isUrgent: true });
  granted(await claire.post(`/api/ratings/resolve/${id}`, { ratings: [] }));
  await postSos(zoe, { title: 'Lundi', specialties: ['ads', 'tiktok'] });
  guilde.clock.advance(DAY_MS);
  await postSos(zoe, {
    title: 'Urgence au cœur de l’été',
    description: 'Commandes bloquées à Noël ; préparation-colis « arrêtée ».',
    isUrgent: true,
    specialties: ['cro', 'data'],
  });
  const helped = await postSos(zoe, { title: 'Déjà aidé', specialties: ['data'] });
  await join(karim, helped.id);
  const closed = await postSos(zoe, { title: 'Fermé', specialties: ['data'], isUrgent: true });
  granted(await zoe.post(`/api/sos/${closed.id}/close`));
  await postSos(karim, { title: 'Le dernier', specialties: ['data'] });
});
afterAll(() => guilde.close());

const ALL = [
  'Urgence au cœur de l’été',
  'Le dernier',
  'Fermé',
  'Déjà aidé',
  'Lundi',
  'Lundi résolu',
  'Dimanche',
  'Octobre',
];

describe('the feed', () => {
  it('shows the newest day first, what is urgent and not ended first within it', async () => {
    expect(await titles(claire)).toEqual(ALL);
  });

  it.each([
    ['date=today', ['Urgence au cœur de l’été', 'Le dernier', 'Fermé', 'Déjà aidé']],
    ['date=week', ['Urgence au cœur de l’été', 'Le dernier', 'Fermé', 'Déjà aidé', 'Lundi', 'Lundi résolu']],
    ['date=month', ALL.slice(0, -1)],
    ['status=ongoing', ['Déjà aidé']],
    ['status=resolved', ['Lundi résolu']],
    ['status=unresolved', ALL.filter((title) => title !== 'Fermé' && title !== 'Lundi résolu')],
    ['specialty=ads', ['Lundi', 'Lundi résolu']],
    ['specialty=data', ['Urgence au cœur de l’été', 'Le dernier', 'Fermé', 'Déjà aidé']],
    ['specialty=logistics', []],
    ['specialty=ads&status=unresolved', ['Lundi']],
    ['specialty=data&date=today&q=cœur', ['Urgence au cœur de l’été']],
    ['scope=mine', ['Le dernier']],
    ['scope=matching', ['Urgence au cœur de l’été', 'Lundi']],
    ['scope=matching&specialty=cro', ['Urgence au cœur de l’été']],
    ['scope=matching&status=resolved', []],
  ])('with « %s » shows what it says', async (query, expected) => {
    expect(await titles(karim, query)).toEqual(expected);
  });

  it('no longer proposes what I have joined, even after leaving', async () => {
    const { items } = granted(await karim.get<SosPage>('/api/sos?scope=matching&specialty=cro'));
    const id = items[0]?.id ?? '';
    await join(karim, id);
    expect(await titles(karim, 'scope=matching')).toEqual(['Lundi']);
    granted(await karim.post(`/api/sos/${id}/leave`));
    expect(await titles(karim, 'scope=matching')).toEqual(['Lundi']);
  });

  it.each([
    ['COEUR', ['Urgence au cœur de l’été']],
    ['œu', []],
    ['ete', ['Urgence au cœur de l’été']],
    ['noel command', ['Urgence au cœur de l’été']],
    ['noel lundi', []],
    ['colis', ['Urgence au cœur de l’été']],
    ['préparation-colis', ['Urgence au cœur de l’été']],
    ['lun', ['Lundi', 'Lundi résolu']],
    ['undi', []],
    ['"lun', ['Lundi', 'Lundi résolu']],
    ['lundi OR ferme', []],
    ['NEAR(', []],
    ['* ^ - "', []],
    ['%', []],
  ])('finds « %s » by the beginnings of words, and takes no word for an order', async (q, expected) => {
    expect(await titles(claire, `q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  it.each(['', 'status=unresolved', 'specialty=data', 'q=ma', 'date=week'])(
    'turns pages of « %s » without loss or repetition',
    async (query) => {
      const whole = await titles(claire, query);
      const paged: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const path: string = `/api/sos?limit=2&${query}${cursor && `&cursor=${cursor}`}`;
        const page: SosPage = granted(await claire.get<SosPage>(path));
        expect(page.items.length).toBeLessThanOrEqual(2);
        paged.push(...page.items.map((sos) => sos.title));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole);
    },
  );

  it.each(['cursor=demain', 'limit=51', 'date=hier', 'status=open', 'specialty=magie', 'scope=tous'])(
    'refuses « %s »',
    async (query) => {
      expect(refusal(await claire.get(`/api/sos?${query}`))).toBe('422 INVALID_INPUT');
    },
  );

  it('shows the same SOS to every viewer, as their detail does', async () => {
    const [seen, other] = [
      granted(await claire.get<SosPage>('/api/sos')),
      granted(await zoe.get<SosPage>('/api/sos')),
    ];
    expect(seen).toEqual(other);
    for (const sos of seen.items) expect(granted(await karim.get(`/api/sos/${sos.id}`))).toMatchObject(sos);
  });

  it('asks the database as often for many SOS as for one', async () => {
    // The statements of jobs would be counted too.
    await guilde.deps.jobs.stop();
    const execute = vi.spyOn(guilde.deps.db.client, 'execute');
    const statements = async (limit: number) => {
      execute.mockClear();
      await titles(claire, `limit=${limit}`);
      return execute.mock.calls.length;
    };
    expect(await statements(50)).toBe(await statements(1));
    execute.mockRestore();
  });
});

it('loses the first place of an urgent SOS with its end, and gets it back when it is reopened', async () => {
  const urgent = await postSos(claire, { title: 'Très urgent', isUrgent: true });
  await postSos(karim, { title: 'Après' });
  const firstTwo = async () => (await titles(claire, 'date=today')).slice(0, 2);
  expect((await firstTwo())[0]).toBe('Très urgent');
  granted(await claire.post(`/api/sos/${urgent.id}/close`));
  expect(await firstTwo()).toEqual(['Urgence au cœur de l’été', 'Après']);
  granted(await claire.post(`/api/sos/${urgent.id}/reopen`));
  expect((await firstTwo())[0]).toBe('Très urgent');
});
