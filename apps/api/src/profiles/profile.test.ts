import { randomUUID } from 'node:crypto';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { Profile, TopHelper } from '@guilde/contracts/profiles/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { inviteByMail, signUp } from '../../test/newcomers.ts';
import { members } from '../auth/tables.ts';
import { memberRefs } from './members.ts';
import { profiles } from './tables.ts';

const EDIT = {
  firstName: 'Claire',
  lastName: 'Martin-Duval',
  storeName: 'Atelier Nord',
  storeUrl: 'atelier-nord.fr',
  cms: 'prestashop',
  sector: 'home',
  monthlyOrders: '500+',
  mainChannel: 'email',
  specialties: ['seo'],
  bio: ' J’aime les fiches produit. ',
};

let guilde: Guilde;
let claire: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

async function newcomer(email: string): Promise<Client> {
  const client = guilde.visitor();
  await signUp(client, await inviteByMail(guilde, claire, email));
  return client;
}

function saveStep(client: Client, step: number, values: object) {
  return client.put<Profile>('/api/profile/step', { step, values });
}

test('each step is kept as it is passed, and found again on another device', async () => {
  const alice = await newcomer('alice@exemple.fr');
  expect((await alice.get<Account>('/api/auth/account')).body.profile).toBeNull();
  const first = await saveStep(alice, 1, { firstName: ' Alice ', lastName: 'Bernard' });
  expect(first.body).toMatchObject({ firstName: 'Alice', lastName: 'Bernard', email: 'alice@exemple.fr' });
  await saveStep(alice, 2, { storeName: 'Chez Alice', storeUrl: 'chez-alice.fr' });
  const { body } = await alice.get<Profile>('/api/profile');
  expect(body).toMatchObject({
    storeName: 'Chez Alice',
    storeUrl: 'https://chez-alice.fr',
    cms: '',
    completedAt: null,
  });
  const account = await alice.get<Account>('/api/auth/account');
  expect(account.body).toMatchObject({
    profileComplete: false,
    profile: { firstName: 'Alice', storeName: 'Chez Alice' },
  });
});

test('payment providers and carriers are optional, and kept by a client that does not know them', async () => {
  const nour = await newcomer('nour@exemple.fr');
  const chosen = { cms: 'shopify', payments: ['paypal', 'stripe', 'paypal'], carriers: ['gls'] };
  const known = { payments: ['stripe', 'paypal'], carriers: ['gls'] };
  expect((await saveStep(nour, 3, chosen)).body).toMatchObject(known);
  expect((await saveStep(nour, 3, { cms: 'magento' })).body).toMatchObject({ cms: 'magento', ...known });
  expect((await saveStep(nour, 3, { cms: 'magento', carriers: [] })).body).toMatchObject({ carriers: [] });
  expect((await saveStep(nour, 3, { cms: 'magento', carriers: ['stripe'] })).status).toBe(422);
});

test('a profile is complete after all six steps, and not before: the first missing one is named', async () => {
  const bruno = await newcomer('bruno@exemple.fr');
  const steps = [
    { firstName: 'Bruno', lastName: 'Faure' },
    { storeName: 'Faure & Fils', storeUrl: 'https://faure.fr' },
    { cms: 'magento' },
    { sector: 'food' },
    { monthlyOrders: '0-50', mainChannel: 'marketplace' },
    { specialties: ['brand', 'data', 'seo'] },
  ];
  for (const [index, values] of steps.entries()) {
    const early = await bruno.post('/api/profile/complete');
    expect(early.status).toBe(409);
    expect(early.error).toMatchObject({ code: 'PROFILE_STEPS_MISSING', params: { step: index + 1 } });
    expect((await saveStep(bruno, index + 1, values)).status).toBe(200);
  }
  expect((await bruno.get('/api/members/top-helpers')).error.code).toBe('PROFILE_INCOMPLETE');
  const done = await bruno.post<Profile>('/api/profile/complete');
  expect(done.body.completedAt).not.toBeNull();
  expect((await bruno.get<Account>('/api/auth/account')).body.profileComplete).toBe(true);
  expect((await bruno.get('/api/members/top-helpers')).status).toBe(200);
});

test.each([
  [1, { firstName: '', lastName: ' ' }, ['values.firstName', 'values.lastName']],
  [1, { firstName: 'x'.repeat(61), lastName: 'y' }, ['values.firstName']],
  [2, { storeName: 'Boutique', storeUrl: 'javascript:alert(1)' }, ['values.storeUrl']],
  [2, { storeName: 'Boutique', storeUrl: 'ftp://boutique.fr' }, ['values.storeUrl']],
  [3, { cms: 'excel' }, ['values.cms']],
  [5, { monthlyOrders: '0-50' }, ['values.mainChannel']],
  [6, { specialties: ['seo', 'ads'] }, ['values.specialties']],
  [6, { specialties: ['seo', 'seo', 'seo'] }, ['values.specialties']],
  [6, { specialties: ['seo', 'ads', 'cro', 'data'] }, ['values.specialties']],
  [7, {}, ['step']],
])('step %i refuses %o and says which fields', async (step, values, fields) => {
  const theo = await guilde.as('theo');
  const before = await theo.get('/api/profile');
  const answer = await saveStep(theo, step, values);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.error.fields).sort()).toEqual(fields);
  for (const text of Object.values(answer.error.fields)) expect(text).toMatch(/\p{Lu}.*\.$|^\d+ caractères/u);
  expect((await theo.get('/api/profile')).body).toEqual(before.body);
});

test('a member edits their own profile, in every window and for nobody else', async () => {
  const otherBefore = await outsider.get('/api/profile');
  const live = await claire.live();
  const answer = await claire.patch<Profile>('/api/profile', EDIT);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    ...EDIT,
    id: claire.id,
    storeUrl: 'https://atelier-nord.fr',
    bio: 'J’aime les fiches produit.',
  });
  await live.next('account.changed');
  live.close();
  expect((await claire.get('/api/profile')).body).toEqual(answer.body);
  expect((await outsider.get('/api/profile')).body).toEqual(otherBefore.body);
});

test('what a member is not asked for cannot be set', async () => {
  const answer = await claire.patch<Profile>('/api/profile', {
    ...EDIT,
    userId: outsider.id,
    isCertified: false,
    totalHelpCount: 99,
    avatarKey: 'x',
  });
  expect(answer.body).toMatchObject({ id: claire.id, isCertified: true, totalHelpCount: 0, avatarUrl: null });
  expect((await claire.get<Account>('/api/auth/account')).body.role).toBe('member');
});

test('editing refuses more than three specialties, none, and a long bio', async () => {
  const answer = await claire.patch('/api/profile', { ...EDIT, specialties: [], bio: 'x'.repeat(601) });
  expect(answer.error.fields).toEqual({
    specialties: 'Choisis au moins une spécialité.',
    bio: 'Écris 600 caractères au plus.',
  });
  const four = await claire.patch('/api/profile', { ...EDIT, specialties: ['seo', 'ads', 'cro', 'data'] });
  expect(four.error.fields.specialties).toBe('Choisis trois spécialités au plus.');
});

test('editing is for complete profiles, reading for whoever is signed in', async () => {
  const theo = await guilde.as('theo');
  expect((await theo.patch('/api/profile', EDIT)).error.code).toBe('PROFILE_INCOMPLETE');
  expect((await guilde.visitor().get('/api/profile')).status).toBe(401);
  expect(
    (await guilde.visitor().put('/api/profile/step', { step: 3, values: { cms: 'other' } })).status,
  ).toBe(401);
});

test('the heroes are the four members who helped most, without those who are suspended', async () => {
  const names = ['karim', 'zoe', 'paul', 'lucie', 'nina'] as const;
  const people: Client[] = [];
  for (const [index, name] of names.entries()) {
    const person = await guilde.as(name);
    people.push(person);
    await byHand(guilde.deps, (orm) =>
      orm
        .update(profiles)
        .set({ totalHelpCount: 10 - index })
        .where(eq(profiles.userId, person.id)),
    );
  }
  const top = async () => (await outsider.get<TopHelper[]>('/api/members/top-helpers')).body;
  const heroes = await top();
  expect(heroes.map(({ firstName, totalHelpCount }) => [firstName, totalHelpCount])).toEqual([
    ['Karim', 10],
    ['Zoé', 9],
    ['Paul', 8],
    ['Lucie', 7],
  ]);
  expect(JSON.stringify(heroes)).not.toContain('@');
  await byHand(guilde.deps, (orm) =>
    orm
      .update(members)
      .set({ suspendedAt: 1 })
      .where(eq(members.id, people[0]?.id ?? '')),
  );
  expect((await top()).map(({ firstName }) => firstName)).toEqual(['Zoé', 'Paul', 'Lucie', 'Nina']);
});

test('several members are read at once, without those who have left', async () => {
  const found = await memberRefs(guilde.deps.db.orm, [claire.id, outsider.id, claire.id, randomUUID()]);
  expect([...found.keys()].sort()).toEqual([claire.id, outsider.id].sort());
  expect(found.get(outsider.id)).toEqual({
    id: outsider.id,
    firstName: 'Hugo',
    lastName: 'Petit',
    storeName: 'Tech Hugo',
    avatarUrl: null,
    isCertified: true,
  });
  expect(await memberRefs(guilde.deps.db.orm, [])).toEqual(new Map());
});
