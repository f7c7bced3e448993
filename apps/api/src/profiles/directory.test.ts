import { DIRECTORY_PAGE, type DirectoryPage } from '@guilde/contracts/profiles/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { storeCrowd } from '../../test/crowd.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { profiles } from './tables.ts';

let guilde: Guilde;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'zoe', 'hugo', 'theo'] });
  for (const name of ['nina', 'claire', 'karim', 'zoe', 'theo'] as const) await guilde.as(name);
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

async function directory(search = '', client = outsider): Promise<DirectoryPage> {
  return granted(await client.get<DirectoryPage>(`/api/members?${search}`));
}

async function firstNames(search = ''): Promise<string[]> {
  return (await directory(search)).items.map(({ firstName }) => firstName);
}

describe('the directory', () => {
  it('lists complete members by first name, with the cards’ words and no address', async () => {
    const page = await directory();
    expect(page.items.map(({ firstName }) => firstName)).toEqual(['Claire', 'Hugo', 'Karim', 'Nina', 'Zoé']);
    expect(page.total).toBe(5);
    expect(page.initials.map(({ initial, count, offset }) => `${initial} ${count} ${offset}`)).toEqual([
      'C 1 0',
      'H 1 1',
      'K 1 2',
      'N 1 3',
      'Z 1 4',
    ]);
    expect(page.items[0]).toEqual({
      id: (await guilde.as('claire')).id,
      firstName: 'Claire',
      lastName: 'Martin',
      storeName: 'Atelier Nord',
      avatarUrl: null,
      isCertified: true,
      specialties: ['ads', 'seo', 'brand'],
      totalHelpCount: 0,
    });
    expect(JSON.stringify(page)).not.toContain('@');
  });

  it.each([
    ['an accent less', 'q=zoe', ['Zoé']],
    ['an accent too many', 'q=cla%C3%AFre', ['Claire']],
    ['capitals', 'q=KARIM', ['Karim']],
    ['the beginning of a last name', 'q=benal', ['Karim']],
    ['a ligature of the store, taken apart', 'q=oeuvre', ['Zoé']],
    ['a ligature typed as one', 'q=%C5%93uv', ['Zoé']],
    ['words of name and store together, in any order', 'q=nord+mart', ['Claire']],
    ['the inside of a word', 'q=laire', []],
    ['one word of two', 'q=claire+benali', []],
    ['a word that begins another one that is searched', 'q=c+claire', ['Claire']],
    ['no word at all', 'q=%3F%21', []],
    ['what would be a pattern in SQL', 'q=%25', []],
    ['a quote', 'q=%22%27', []],
    ['a NUL', 'q=claire%00', ['Claire']],
    ['a specialty', 'q=publicit%C3%A9', ['Claire', 'Hugo', 'Karim']],
    ['a specialty by its other name', 'q=ads', ['Claire', 'Hugo', 'Karim']],
    ['a specialty and a name', 'q=karim+pub', ['Karim']],
    ['a specialty and a shop', 'q=nord+seo', ['Claire']],
    ['too little of a specialty', 'q=mar', ['Claire']],
  ])('finds by %s', async (_, search, expected) => {
    expect(await firstNames(search)).toEqual(expected);
  });

  it('lets any of several specialties through, and asks all filters together', async () => {
    expect(await firstNames('specialty=ads')).toEqual(['Claire', 'Hugo', 'Karim']);
    expect(await firstNames('specialty=tiktok&specialty=brand')).toEqual(['Claire', 'Zoé']);
    expect(await firstNames('specialty=ads&specialty=tiktok&q=z')).toEqual(['Zoé']);
    expect(await firstNames('cms=magento')).toEqual([]);
    expect(await firstNames('cms=magento&cms=shopify&sector=fashion&q=karim')).toEqual(['Karim']);
    expect(await directory('sector=food')).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
      initials: [],
      named: [],
    });
  });

  it('finds members by payment provider and carrier', async () => {
    for (const [name, tools] of [
      ['claire', { payments: ['stripe', 'alma'], carriers: ['dpd'] }],
      ['karim', { payments: ['paypal', 'stripe'] }],
    ] as const)
      granted(
        await (await guilde.as(name)).put('/api/profile/step', {
          step: 3,
          values: { cms: 'shopify', ...tools },
        }),
      );
    expect(await firstNames('payment=stripe')).toEqual(['Claire', 'Karim']);
    expect(await firstNames('payment=alma&payment=paypal')).toEqual(['Claire', 'Karim']);
    expect(await firstNames('payment=stripe&carrier=dpd')).toEqual(['Claire']);
    expect(await firstNames('carrier=gls')).toEqual([]);
    expect(await firstNames('q=dpd')).toEqual(['Claire']);
    expect(await firstNames('q=strip')).toEqual(['Claire', 'Karim']);
    expect(await firstNames('q=stripe+benali')).toEqual(['Karim']);
    expect(await firstNames('q=str')).toEqual([]);
  });

  it.each([
    'payment=shopify',
    'specialty=everything',
    'cms=shopify&cms=x',
    'offset=-1',
    'offset=1e9',
    'cursor=Claire',
    'limit=1000',
    'limit=0',
  ])('refuses %s', async (search) => {
    expect(refusal(await outsider.get(`/api/members?${search}`))).toBe('422 INVALID_INPUT');
  });

  it('is for members only', async () => {
    expect(refusal(await guilde.visitor().get('/api/members'))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await (await guilde.as('theo')).get('/api/members'))).toBe('403 PROFILE_INCOMPLETE');
  });

  it('leaves out who is suspended or has left, in lists and numbers', async () => {
    const karim = await guilde.as('karim');
    const suspend = (suspendedAt: number | null) =>
      byHand(guilde.deps, (orm) => orm.update(members).set({ suspendedAt }).where(eq(members.id, karim.id)));
    await suspend(1);
    expect(await firstNames()).toEqual(['Claire', 'Hugo', 'Nina', 'Zoé']);
    expect(await directory('q=karim')).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
      initials: [],
      named: [],
    });
    await suspend(null);
    expect(await firstNames('q=karim')).toEqual(['Karim']);
    const [leaver = ''] = await storeCrowd(guilde.deps.db, [{ firstName: 'Léa' }]);
    expect(await firstNames('q=lea')).toEqual(['Léa']);
    await byHand(guilde.deps, (orm) => orm.delete(members).where(eq(members.id, leaver)));
    expect(await firstNames('q=lea')).toEqual([]);
  });

  it('follows a new name and a new store at once', async () => {
    const paul = await guilde.as('paul');
    expect(await firstNames('q=velo')).toEqual(['Paul']);
    const { body } = await paul.get<Record<string, unknown>>('/api/profile');
    await paul.patch('/api/profile', { ...body, firstName: 'Émile', storeName: 'L’Œuf d’or' });
    expect(await firstNames('q=velo')).toEqual([]);
    expect(await firstNames('q=oeuf')).toEqual(['Émile']);
    expect(await firstNames('q=loeuf')).toEqual(['Émile']);
    expect(await firstNames()).toEqual(['Claire', 'Émile', 'Hugo', 'Karim', 'Nina', 'Zoé']);
  });

  it('lists nobody before the last step, with answers however old', async () => {
    const theo = await guilde.as('theo');
    await byHand(guilde.deps, (orm) =>
      orm.update(profiles).set({ sortKey: '', searchWords: [] }).where(eq(profiles.userId, theo.id)),
    );
    expect(await firstNames('q=theo')).toEqual([]);
    const steps = [
      { cms: 'custom' },
      { sector: 'food' },
      { monthlyOrders: '0-50', mainChannel: 'seo' },
      { specialties: ['seo', 'email', 'ads'] },
    ];
    await theo.put('/api/profile/step', { step: 1, values: { firstName: 'Théo', lastName: 'Garnier' } });
    const store = { storeName: 'Café Garnier', storeUrl: 'cafe.exemple.fr' };
    await theo.put('/api/profile/step', { step: 2, values: store });
    for (const [index, values] of steps.entries())
      await theo.put('/api/profile/step', { step: index + 3, values });
    await byHand(guilde.deps, (orm) =>
      orm.update(profiles).set({ sortKey: '' }).where(eq(profiles.userId, theo.id)),
    );
    expect(await firstNames('q=cafe')).toEqual([]);
    granted(await theo.post('/api/profile/complete'));
    expect(await firstNames('q=cafe+theo&sector=food')).toEqual(['Théo']);
  });
});

describe('a large directory', () => {
  const NAMES = ['Éric', 'eric', 'Œdipe', 'Odile', 'Jean', 'Jean-Paul', 'Jean Luc', 'Jeanne', 'Ægir', 'Ada'];
  const MORE = [
    'Zoë',
    'Ça',
    'Cécile',
    'Øyvind',
    'Özge',
    'Łukasz',
    'Loïc',
    'Ñuño',
    'Nadia',
    '3 Suisses',
    '李明',
  ];
  const SIZE = 450;
  let large: Guilde;
  let reader: Client;

  beforeAll(async () => {
    large = await startGuilde({ cast: ['nina'] });
    reader = await large.as('nina');
    const all = [...NAMES, ...MORE];
    await storeCrowd(
      large.deps.db,
      Array.from({ length: SIZE }, (_, index) => ({
        firstName: all[index % all.length] as string,
        lastName: `Nom ${String(index * 7919 + 13).slice(-3)}`,
        storeName: `Boutique ${index}`,
        cms: index % 2 === 0 ? ('shopify' as const) : ('magento' as const),
        sector: 'home' as const,
        specialties: index % 3 === 0 ? (['ads', 'seo'] as const).slice() : [],
      })),
    );
  });
  afterAll(() => large.close());

  async function wholeList(search = ''): Promise<DirectoryPage['items']> {
    const items: DirectoryPage['items'] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: DirectoryPage = await directory(`${search}${cursor && `&cursor=${cursor}`}`, reader);
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  }

  it('has everybody once, in the order of a French dictionary, the other scripts last', async () => {
    const items = await wholeList();
    expect(new Set(items.map(({ id }) => id)).size).toBe(SIZE + 1);
    const shown = items.map(({ firstName }) => firstName);
    const { compare } = new Intl.Collator('fr', { sensitivity: 'base' });
    const latin = shown.filter((name) => /^\p{Script=Latin}/u.test(name));
    expect(latin).toEqual(latin.toSorted(compare));
    expect(shown.slice(latin.length).every((name) => ['3 Suisses', '李明'].includes(name))).toBe(true);
  });

  it('orders namesakes by last name', async () => {
    const names = (await wholeList('q=jean-luc')).map(({ lastName }) => lastName);
    expect(names.length).toBeGreaterThan(10);
    expect(names).toEqual(names.toSorted());
  });

  it.each([
    '',
    'q=bout',
    'q=boutique+1',
    'q=j',
    'specialty=ads',
    'cms=shopify&specialty=seo',
    'q=b&cms=magento',
  ])('jumps to the place of every initial: « %s »', async (search) => {
    const items = await wholeList(search);
    const { total, initials } = await directory(search, reader);
    expect(items).toHaveLength(total);
    expect(initials.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    for (const { initial, offset, count } of initials) {
      const page = await directory(`${search}&offset=${offset}&limit=1`, reader);
      expect(page.items).toEqual([items[offset]]);
      const letters = items.slice(offset, offset + count).map(({ firstName }) => letterOf(firstName));
      expect(new Set(letters)).toEqual(new Set([initial]));
    }
  });

  it('answers a page of at most sixty, and nothing beyond the end', async () => {
    const { items } = await directory('', reader);
    expect(items).toHaveLength(DIRECTORY_PAGE);
    expect(await directory(`offset=${SIZE + 1}`, reader)).toMatchObject({ items: [], total: SIZE + 1 });
  });
});

function letterOf(name: string): string {
  const plain = name.replace('Œ', 'O').replace('Æ', 'A').replace('Ø', 'O').replace('Ł', 'L').normalize('NFD');
  const [letter = ''] = plain.toUpperCase();
  return /[A-Z]/.test(letter) ? letter : '#';
}
