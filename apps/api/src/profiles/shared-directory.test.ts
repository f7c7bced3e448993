import type { DirectoryPage } from '@guilde/contracts/profiles/rules.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, join, postSos, sendText } from '../../test/scenes.ts';
import { storeSuspension } from '../auth/suspension.ts';
import { setCertification } from './certification.ts';
import { profiles } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let paul: Client;
/** Zoé blocks somebody, so that nothing of hers is cached. */
let zoe: Client;
let blocked: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  paul = await guilde.as('paul');
  zoe = await guilde.as('zoe');
  blocked = await guilde.as('hugo');
  await guilde.as('lucie');
  granted(await zoe.put(`/api/members/${blocked.id}/block`));
});
afterAll(() => guilde.close());

const listed = async (client: Client, query = '') =>
  granted(await client.get<DirectoryPage>(`/api/members?${query}`));

const PROFILE = {
  firstName: 'Karim',
  lastName: 'Benali',
  storeName: 'Atelier Nord',
  storeUrl: 'atelier-nord.fr',
  cms: 'prestashop',
  sector: 'home',
  monthlyOrders: '500+',
  mainChannel: 'email',
  specialties: ['seo'],
  bio: '',
};
const edit = async (values: object) => granted(await karim.patch('/api/profile', { ...PROFILE, ...values }));
const inTable = (values: Partial<typeof profiles.$inferInsert>) =>
  byHand(guilde.deps, (orm) => orm.update(profiles).set(values).where(eq(profiles.userId, karim.id)));
const suspend = (suspension: Parameters<typeof storeSuspension>[2]) =>
  guilde.deps.db.write((tx) => storeSuspension(tx, paul.id, suspension));
const leave = async (client: Client) =>
  granted(await client.post('/api/account/delete', { password: PASSWORD }));

/** `query` is the page that changes. */
const CHANGES: [string, query: string, () => Promise<unknown>][] = [
  ['names and shop', '', () => edit({ lastName: 'Zidane', storeName: 'Sud' })],
  ['specialties', 'specialty=brand', () => edit({ specialties: ['brand'] })],
  ['a CMS', 'cms=shopify', () => inTable({ cms: 'shopify' })],
  ['a sector', 'sector=fashion', () => inTable({ sector: 'fashion' })],
  ['another place', '', () => inTable({ sortKey: 'a' })],
  [
    'a picture',
    '',
    async () => {
      const photo = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } });
      const form = new FormData();
      form.append('file', new File([new Uint8Array(await photo.png().toBuffer())], 'photo.png'));
      const answer = await karim.request('/api/profile/avatar', { method: 'PUT', body: form });
      expect(answer.status).toBe(200);
    },
  ],
  [
    'a badge',
    '',
    () =>
      guilde.deps.db.write((tx) =>
        setCertification(tx, guilde.deps, karim.id, { certified: false, reason: 'Boutique fermée.' }),
      ),
  ],
  [
    'a member who has helped',
    '',
    async () => {
      const sos = await postSos(claire);
      const { id } = await join(karim, sos.id);
      await sendText(karim, id, 'Voici le formulaire');
      const ratings = [{ memberId: karim.id, rating: 5 }];
      granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
    },
  ],
  ['means of payment', 'payment=stripe', () => inTable({ payments: ['stripe'] })],
  ['carriers', 'carrier=colissimo', () => inTable({ carriers: ['colissimo'] })],
  ['a profile that is not complete any more', '', () => inTable({ completedAt: null })],
  ['a profile that is complete', '', () => inTable({ completedAt: 1 })],
  ['a suspension', '', () => suspend({ at: 1, by: 'Nina', reason: '', until: null, decisionId: 'a' })],
  ['a suspension that is taken back', '', () => suspend(null)],
  ['a member who leaves Guilde', '', () => leave(karim)],
  ['a member who leaves Guilde and never took part', '', async () => leave(await guilde.as('lucie'))],
];

it.each(CHANGES)('the next look at the directory shows %s', async (_, query, change) => {
  const before = await listed(claire, query);
  expect(await listed(claire, query)).toEqual(before);
  await change();
  const now = await listed(claire, query);
  expect(now).not.toEqual(before);
  const { items, total } = await listed(zoe, query);
  const others = now.items.filter(({ id }) => id !== blocked.id);
  expect([items, total]).toEqual([others, now.total - (now.items.length - others.length)]);
});

it('a block counts at once, for both, and as long as it lasts', async () => {
  const seen = async (client: Client, id: string) =>
    (await listed(client)).items.some((one) => one.id === id);
  const ofBoth = async () => [
    await seen(claire, paul.id),
    await seen(paul, claire.id),
    await seen(blocked, paul.id),
  ];
  expect(await ofBoth()).toEqual([true, true, true]);
  granted(await claire.put(`/api/members/${paul.id}/block`));
  expect(await ofBoth()).toEqual([false, false, true]);
  granted(await claire.delete(`/api/members/${paul.id}/block`));
  expect(await ofBoth()).toEqual([true, true, true]);
});
