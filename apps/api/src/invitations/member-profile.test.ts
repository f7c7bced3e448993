import { randomUUID } from 'node:crypto';
import type { MemberProfile } from '@guilde/contracts/profiles/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { storeCrowd } from '../../test/crowd.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

async function suspend(client: Client, suspendedAt: number | null): Promise<void> {
  await byHand(guilde.deps, (orm) =>
    orm.update(members).set({ suspendedAt }).where(eq(members.id, client.id)),
  );
}

it('a member sees another one, with the sponsor and without the address', async () => {
  const answer = await outsider.get<MemberProfile>(`/api/members/${claire.id}`);
  expect(granted(answer)).toEqual({
    id: claire.id,
    firstName: 'Claire',
    lastName: 'Martin',
    storeName: 'Atelier Nord',
    storeUrl: 'https://boutique.exemple.fr',
    cms: 'shopify',
    sector: 'fashion',
    specialties: ['ads', 'seo', 'brand'],
    carriers: [],
    payments: [],
    bio: '',
    avatarUrl: null,
    avatarLargeUrl: null,
    isCertified: true,
    createdAt: expect.stringMatching(/^2026-/),
    sponsor: {
      id: nina.id,
      firstName: 'Nina',
      lastName: 'Roche',
      storeName: 'Maison Roche',
      avatarUrl: null,
      isCertified: true,
    },
  });
  expect(JSON.stringify(answer.body)).not.toContain('@');
});

it('the founder has no sponsor, and one’s own page is found like any other', async () => {
  const { sponsor, id } = granted(await nina.get<MemberProfile>(`/api/members/${nina.id}`));
  expect({ sponsor, id }).toEqual({ sponsor: null, id: nina.id });
});

it('unknown, incomplete and suspended members are not found', async () => {
  const theo = await guilde.as('theo');
  const zoe = await guilde.as('zoe');
  const path = `/api/members/${zoe.id}`;
  granted(await outsider.get(path));
  await suspend(zoe, 1);
  for (const id of [randomUUID(), theo.id, zoe.id, 'nobody', '../profile'])
    expect(refusal(await outsider.get(`/api/members/${encodeURIComponent(id)}`)), id).toBe('404 NOT_FOUND');
  await suspend(zoe, null);
  granted(await outsider.get(path));
});

it('a visitor and somebody who has no profile yet see nobody', async () => {
  const path = `/api/members/${claire.id}`;
  expect(refusal(await guilde.visitor().get(path))).toBe('401 UNAUTHENTICATED');
  expect(refusal(await (await guilde.as('theo')).get(path))).toBe('403 PROFILE_INCOMPLETE');
});

it('a sponsor who is suspended or gone is not named', async () => {
  const karim = await guilde.as('karim');
  await suspend(nina, 1);
  const path = `/api/members/${karim.id}`;
  expect(granted(await outsider.get<MemberProfile>(path)).sponsor).toBeNull();
  await suspend(nina, null);
  expect(granted(await outsider.get<MemberProfile>(path)).sponsor?.firstName).toBe('Nina');
  const [alone = ''] = await storeCrowd(guilde.deps.db, [{ firstName: 'Orpheline' }]);
  expect(granted(await outsider.get<MemberProfile>(`/api/members/${alone}`)).sponsor).toBeNull();
});
