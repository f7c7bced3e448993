import type {
  AdminInvitationPage,
  InvitationTreePage,
  SponsoredMember,
} from '@guilde/contracts/admin-invitations/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { invitations } from '../../invitations/tables.ts';

const DAY = 86_400_000;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'zoe'] });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
});
afterEach(() => guilde.close());

const list = async (search = '') =>
  granted(await nina.get<AdminInvitationPage>(`/api/admin/invitations${search}`));
const tree = async (search = '') =>
  granted(await nina.get<InvitationTreePage>(`/api/admin/invitations/tree${search}`));
const chain = (id: string) => nina.get<SponsoredMember[]>(`/api/admin/invitations/chain/${id}`);
const names = (page: { items: SponsoredMember[] }) => page.items.map(({ member }) => member.firstName);
/** `by` vouches for `whom` without an invitation of their own. */
const sponsor = (whom: Client, by: Client) =>
  guilde.deps.db.orm
    .update(invitations)
    .set({ inviterId: by.id })
    .where(eq(invitations.invitedUserId, whom.id));
const invite = (by: Client, email: string) => by.post('/api/invitations', { vouched: true, email });

it('lists all invitations by state, newest first, without the address of who is no member', async () => {
  granted(await invite(claire, 'ancienne@exemple.fr'));
  guilde.clock.advance(8 * DAY);
  const [admin, inviter] = [await guilde.as('nina'), await guilde.as('karim')];
  granted(await invite(inviter, 'nouvelle@exemple.fr'));
  const all = granted(await admin.get<AdminInvitationPage>('/api/admin/invitations'));
  expect(all.counts).toEqual({
    all: all.items.length,
    pending: 1,
    expired: 1,
    accepted: all.items.length - 2,
  });
  expect(all.items[0]).toMatchObject({
    status: 'pending',
    maskedEmail: 'n…@exemple.fr',
    inviter: { id: karim.id },
    invitee: null,
  });
  expect(all.items[0]?.vouchedAt).not.toBeNull();
  expect(all.items[1]).toMatchObject({ status: 'expired', inviter: { id: claire.id } });
  expect(JSON.stringify(all)).not.toMatch(/nouvelle@|ancienne@|tokenHash/);
  const accepted = await list('?status=accepted');
  expect(accepted.items.map(({ invitee }) => invitee?.id)).toContain(zoe.id);
  expect(accepted.items.every(({ maskedEmail }) => maskedEmail === null)).toBe(true);
  expect((await list('?status=expired')).items.map(({ id }) => id)).toEqual([all.items[1]?.id]);

  const first = await list('?limit=2');
  const second = await list(`?limit=100&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items]).toEqual(all.items);
  expect(refusal(await nina.get('/api/admin/invitations?status=lost'))).toBe('422 INVALID_INPUT');
  const [row] = granted(await nina.get<AuditPage>('/api/admin/journal?action=invitations.read')).items;
  expect(row).toMatchObject({ subjectId: 'invitations' });
});

it('opens the tree of who vouched for whom level by level, and leads up from a member to the root', async () => {
  await sponsor(claire, nina);
  await sponsor(karim, claire);
  await sponsor(zoe, claire);
  const roots = await tree();
  expect(names(roots)).toContain('Nina');
  expect(names(roots)).not.toContain('Claire');
  expect(roots.items.find(({ member }) => member.id === nina.id)?.invited).toBe(1);
  expect(await tree(`?parent=${nina.id}`)).toMatchObject({
    items: [{ member: { id: claire.id }, invited: 2 }],
    nextCursor: null,
  });
  const page = await tree(`?parent=${claire.id}&limit=1`);
  const rest = await tree(`?parent=${claire.id}&limit=1&cursor=${page.nextCursor}`);
  expect([...names(page), ...names(rest)]).toEqual(['Karim', 'Zoé']);
  expect(rest.nextCursor).toBeNull();
  expect(names(await tree(`?parent=${karim.id}`))).toEqual([]);

  expect(names({ items: granted(await chain(zoe.id)) })).toEqual(['Nina', 'Claire', 'Zoé']);
  expect(names({ items: granted(await chain(nina.id)) })).toEqual(['Nina']);
  expect(refusal(await chain('00000000-0000-4000-8000-000000000000'))).toBe('404 NOT_FOUND');
  const deleted = { reason: 'Compte frauduleux.', rule: 'impersonation' };
  granted(await nina.post(`/api/admin/users/${claire.id}/delete`, deleted));
  expect(names({ items: granted(await chain(zoe.id)) })).toEqual(['Zoé']);
  expect(names(await tree())).toEqual(expect.arrayContaining(['Karim', 'Zoé']));
});

it('is for administrators', async () => {
  for (const path of ['', '/tree', `/chain/${claire.id}`]) {
    expect(refusal(await guilde.visitor().get(`/api/admin/invitations${path}`))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await claire.get(`/api/admin/invitations${path}`))).toBe('403 TEAM_ONLY');
  }
});
