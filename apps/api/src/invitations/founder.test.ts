import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { InvitationOffer } from '@guilde/contracts/invitations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { inviteByMail, signUp } from '../../test/newcomers.ts';
import { PEOPLE } from '../../test/people.ts';
import { completeProfile } from '../../test/profile-answers.ts';
import { confirmAddress } from '../../test/sign-up.ts';
import { members, userRoles } from '../auth/tables.ts';
import { installationSecret } from '../platform/secret-file.ts';
import { createSecrets, type Secrets } from '../platform/secrets.ts';
import { ensureFounderInvitation } from './founder.ts';
import { lookUpInvitation } from './offers.ts';
import { invitations } from './tables.ts';

const DAY = 86_400_000;
const FOUNDER = 'fondatrice@exemple.fr';

let guilde: Guilde;

beforeEach(async () => {
  guilde = await startGuilde({ cast: [] });
});
afterEach(() => guilde.close());

async function founderToken(): Promise<string> {
  const link = new URL((await ensureFounderInvitation(guilde.deps)) ?? '');
  expect(link.origin + link.pathname).toBe(`${guilde.deps.config.publicUrl}/invitation`);
  return secretsIn(link).token ?? '';
}

async function roleOf(client: Client) {
  return (await client.get<Account>('/api/auth/account')).body.role;
}

test('a new installation invites its founder once, with the same link until it expires', async () => {
  const token = await founderToken();
  expect(await founderToken()).toBe(token);
  guilde.clock.advance(7 * DAY);
  const renewed = await founderToken();
  expect(renewed).not.toBe(token);
  expect(await guilde.deps.db.orm.select().from(invitations)).toHaveLength(1);
  const lookUp = (body: object) => guilde.visitor().post<InvitationOffer>('/api/invitations/lookup', body);
  expect((await lookUp({ token })).error.code).toBe('INVITATION_INVALID');
  expect((await lookUp({ token: renewed })).body).toMatchObject({
    email: null,
    inviter: null,
    emailProven: false,
  });
});

test('after a change of the server’s secret the link is a new one, unless the secret before is still accepted', async () => {
  const token = await founderToken();
  const tokenUnder = async (secrets: Secrets) => {
    const link = await ensureFounderInvitation({ ...guilde.deps, secrets });
    return secretsIn(new URL(link ?? '')).token ?? '';
  };
  const lookUp = (secrets: Secrets, opened: string) =>
    lookUpInvitation({ ...guilde.deps, secrets }, { token: opened });
  const [next, before] = [
    'un-autre-secret-de-trente-deux-signes',
    installationSecret(guilde.deps.config).secret,
  ];
  expect(await tokenUnder(createSecrets(next, before))).toBe(token);
  const renewed = await tokenUnder(createSecrets(next));
  expect(renewed).not.toBe(token);
  expect(await lookUp(createSecrets(next), renewed)).toMatchObject({ inviter: null });
  await expect(lookUp(createSecrets(next), token)).rejects.toMatchObject({ code: 'INVITATION_INVALID' });
});

test('the founder chooses an address, confirms it, and administers once the profile is complete', async () => {
  const founder = guilde.visitor();
  const token = await founderToken();
  expect((await signUp(founder, { token, email: FOUNDER })).body).toEqual({ confirmed: false });
  await confirmAddress(guilde, founder, FOUNDER);
  expect(await ensureFounderInvitation(guilde.deps)).toBeNull();
  expect(await roleOf(founder)).toBe('member');
  await completeProfile(founder, PEOPLE.nina);
  expect(await roleOf(founder)).toBe('admin');
  expect((await founder.get<Account>('/api/auth/account')).body.sponsor).toBeNull();
});

test('a founder who mistyped the address is not locked out: there is another link until somebody has confirmed', async () => {
  await signUp(guilde.visitor(), { token: await founderToken(), email: 'mistyped@exemple.fr' });
  const founder = guilde.visitor();
  await signUp(founder, { token: await founderToken(), email: FOUNDER });
  await confirmAddress(guilde, founder, FOUNDER);
  await completeProfile(founder, PEOPLE.nina);
  expect(await roleOf(founder)).toBe('admin');
  expect(await ensureFounderInvitation(guilde.deps)).toBeNull();
});

test('of twenty who open the founder’s link at once, one becomes a member', async () => {
  const token = await founderToken();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      signUp(guilde.visitor(), { token, email: `f${index}@exemple.fr` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await guilde.deps.db.orm.select().from(members)).toHaveLength(1);
});

test('only the founder becomes administrator, even when the inviter has gone', async () => {
  const claire = await guilde.as('claire');
  const invited = await inviteByMail(guilde, claire, 'alice@exemple.fr');
  const alice = guilde.visitor();
  await signUp(alice, invited);
  await byHand(guilde.deps, (orm) => orm.delete(members).where(eq(members.id, claire.id)));
  await completeProfile(alice, PEOPLE.theo);
  expect(await roleOf(alice)).toBe('member');
  const nina = await guilde.as('nina');
  expect(await guilde.deps.db.orm.select().from(userRoles)).toEqual([{ userId: nina.id, role: 'admin' }]);
});

test('a profile is completed once, however often that is asked', async () => {
  const claire = await guilde.as('claire');
  const first = (await claire.get<Profile>('/api/profile')).body.completedAt;
  expect(first).not.toBeNull();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => claire.post<Profile>('/api/profile/complete')),
  );
  for (const { body } of answers) expect(body.completedAt).toBe(first);
});
