import type { AdminUserDetail, AdminUserPage } from '@guilde/contracts/admin/rules.ts';
import { API_SCOPES, type NewApiKey } from '@guilde/contracts/api-keys/rules.ts';
import type {
  DirectoryPage,
  HideableField,
  MemberProfile,
  Profile,
} from '@guilde/contracts/profiles/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, openChat, postSos, refusal } from '../../test/scenes.ts';
import { ROUTES_OF_KEYS } from '../auth/api-keys.ts';
import { partOfCandidates } from '../sos/waves/candidates.ts';
import { waitingSos } from '../sos/waves/waiting.ts';

const SHOP = {
  ...{ storeUrl: 'https://atelier.exemple.fr/', cms: 'magento' },
  ...{ payments: ['alma'], carriers: ['geodis'] },
} as const;
const EMPTY = { storeUrl: '', cms: '', payments: [], carriers: [] };
const ALL: HideableField[] = ['storeUrl', 'cms', 'payments', 'carriers'];
const FILTERS = ['cms=magento', 'payment=alma', 'carrier=geodis'];
const WORDS = ['q=magento', 'q=alma', 'q=geodis', 'q=claire+geodis'];

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'zoe', 'theo'] });
  [nina, claire, karim, zoe] = await Promise.all([
    guilde.as('nina'),
    guilde.as('claire'),
    guilde.as('karim'),
    guilde.as('zoe'),
  ]);
});
afterEach(() => guilde.close());

/** Claire’s shop has tools that no other shop of the test has. */
async function hide(conversationsOnly: HideableField[] | undefined): Promise<Profile> {
  const { completedAt: _at, ...profile } = granted(await claire.get<Profile>('/api/profile'));
  return granted(await claire.patch<Profile>('/api/profile', { ...profile, ...SHOP, conversationsOnly }));
}
async function profileFor(client: Client) {
  const shown = granted(await client.get<MemberProfile>(`/api/members/${claire.id}`));
  const { storeUrl, cms, payments, carriers } = shown;
  return { storeUrl, cms, payments, carriers };
}
/** Says for each filter and search who is found, with all that is counted. */
async function found(client: Client) {
  const pages: [string, string[], number, number][] = [];
  for (const search of [...FILTERS, ...WORDS]) {
    const { items, total, initials } = granted(await client.get<DirectoryPage>(`/api/members?${search}`));
    const counted = initials.reduce((sum, { count }) => sum + count, 0);
    pages.push([search, items.map(({ firstName }) => firstName), total, counted]);
  }
  return pages;
}
const findsHer = [...FILTERS, ...WORDS].map((search) => [search, ['Claire'], 1, 1]);
const findsNobody = [...FILTERS, ...WORDS].map((search) => [search, [], 0, 0]);

it('is as today until the member hides a field, and an older client leaves it hidden', async () => {
  expect(await hide(undefined)).toMatchObject({ conversationsOnly: [] });
  for (const client of [claire, karim, zoe]) {
    expect(await profileFor(client)).toEqual(SHOP);
    expect(await found(client)).toEqual(findsHer);
  }
  expect(await hide(['cms'])).toMatchObject({ conversationsOnly: ['cms'] });
  expect(await hide(undefined)).toMatchObject({ ...SHOP, conversationsOnly: ['cms'] });
  expect(await profileFor(zoe)).toEqual({ ...SHOP, cms: '' });
  const [ofPlatform, ofPayment] = await found(zoe);
  expect([ofPlatform, ofPayment]).toEqual([
    ['cms=magento', [], 0, 0],
    ['payment=alma', ['Claire'], 1, 1],
  ]);
  const { storeUrl: _url, ...profile } = granted(await claire.get<Profile>('/api/profile'));
  const unknown = { ...profile, ...SHOP, conversationsOnly: ['bio'] };
  expect((await claire.patch('/api/profile', unknown)).status).toBe(422);
});

it('hidden fields are as empty ones for every asker who is in no conversation with the member', async () => {
  await openChat(claire, karim);
  await hide(ALL);
  // The page that all share is cached by the first who asks.
  for (const [client, isShown] of [
    [zoe, false],
    [karim, true],
    [nina, false],
    [claire, true],
  ] as const) {
    expect(await profileFor(client)).toEqual(isShown ? SHOP : EMPTY);
    expect(await found(client)).toEqual(isShown ? findsHer : findsNobody);
  }
  for (const path of [`/api/members/${claire.id}`, '/api/members?carrier=geodis']) {
    expect(refusal(await guilde.visitor().get(path))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await (await guilde.as('theo')).get(path))).toBe('403 PROFILE_INCOMPLETE');
  }
  const everybody = granted(await zoe.get<DirectoryPage>('/api/members'));
  expect(everybody.items.map(({ firstName }) => firstName)).toContain('Claire');
});

it('an administrator without a conversation is a member as others on the pages of the community', async () => {
  await hide(ALL);
  const back = granted(await nina.get<AdminUserDetail>(`/api/admin/users/${claire.id}`));
  expect(back).toMatchObject(SHOP);
  expect(await profileFor(nina)).toEqual(EMPTY);
  expect(await found(nina)).toEqual(findsNobody);
  await openChat(claire, nina);
  expect([await profileFor(nina), await found(nina)]).toEqual([SHOP, findsHer]);
});

it('an API key of any scope shows what its owner sees, and no more', async () => {
  await hide(ALL);
  const sos = await postSos(claire);
  const articleId = await storeArticle(guilde.deps, { title: 'Colis perdu', sosRequestId: sos.id });
  const keys = await Promise.all(
    API_SCOPES.map(async ({ id: scope }) => {
      const input = { name: scope, scopes: [scope], days: 1 };
      const { token } = granted(await nina.post<NewApiKey>('/api/admin/integrations/keys', input));
      return { scope, headers: { authorization: `Bearer ${token}` } };
    }),
  );
  /** Reads every route that is open to keys with each of them. */
  const shown = async () => {
    let all = '';
    for (const [route, needed] of Object.entries(ROUTES_OF_KEYS)) {
      if (!route.startsWith('GET ')) continue;
      const path = route.slice(4).replace(':memberId', claire.id).replace(':summaryId', articleId);
      for (const search of path === '/api/members' ? ['', ...FILTERS, ...WORDS] : ['']) {
        const own = await (await nina.request(`${path}?${search}`)).text();
        for (const { scope, headers } of keys) {
          const answer = await guilde.visitor().request(`${path}?${search}`, { headers });
          expect(answer.status).toBe(scope === needed ? 200 : 403);
          if (scope === needed) expect(await answer.text()).toBe(own);
        }
        all += own;
      }
    }
    return all;
  };
  const before = await shown();
  for (const value of Object.values(SHOP).flat()) expect(before).not.toContain(`"${value}"`);
  await join(nina, sos.id);
  const after = await shown();
  for (const value of Object.values(SHOP).flat()) expect(after).toContain(`"${value}"`);
});

it('administrators see them in the back office', async () => {
  await hide(ALL);
  expect(granted(await nina.get<AdminUserDetail>(`/api/admin/users/${claire.id}`))).toMatchObject(SHOP);
  const page = granted(await nina.get<AdminUserPage>('/api/admin/users?tool=geodis'));
  expect(page.items.map(({ id }) => id)).toEqual([claire.id]);
});

it('a conversation counts while one has a seat there, also once it is closed', async () => {
  const { sos } = await openChat(karim, claire);
  await hide(ALL);
  expect(await profileFor(karim)).toEqual(SHOP);
  granted(await karim.post(`/api/sos/${sos.id}/close`));
  expect(await profileFor(karim)).toEqual(SHOP);
  const other = await postSos(claire);
  await join(zoe, other.id);
  expect(await profileFor(zoe)).toEqual(SHOP);
  granted(await zoe.post(`/api/sos/${other.id}/leave`));
  expect([await profileFor(zoe), await found(zoe)]).toEqual([EMPTY, findsNobody]);
});

it('a wave takes a hidden platform for none, on both sides', async () => {
  await hide(undefined);
  const values = { specialties: [] };
  const alike = async (author: Client, other: Client) => {
    const { id } = await postSos(author, values);
    const sos = (await waitingSos(guilde.deps.db.orm, id)) ?? expect.fail('It waits.');
    const only = { ...sos, author: { ...sos.author, mainChannel: null } };
    const { available } = await partOfCandidates(guilde.deps, only, { after: '' });
    return available.find(({ memberId }) => memberId === other.id)?.isAlike;
  };
  const { completedAt: _at, ...profile } = granted(await zoe.get<Profile>('/api/profile'));
  granted(await zoe.patch('/api/profile', { ...profile, cms: 'magento' }));
  expect([await alike(zoe, claire), await alike(claire, zoe)]).toEqual([true, true]);
  await hide(['cms']);
  expect([await alike(zoe, claire), await alike(claire, zoe)]).toEqual([false, false]);
});
