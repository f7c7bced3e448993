import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { InvitationOffer } from '@guilde/contracts/invitations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { inviteByMail, signUp } from '../../test/newcomers.ts';
import { PASSWORD, shopOf, sirenOf } from '../../test/people.ts';
import { refusal } from '../../test/scenes.ts';
import { linkIn } from '../../test/sign-up.ts';
import { accounts, members, sessions } from '../auth/tables.ts';
import { profiles } from '../profiles/tables.ts';
import { invitations } from './tables.ts';

let guilde: Guilde;
let claire: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
});
afterAll(() => guilde.close());

function membersWith(email: string) {
  return guilde.deps.db.orm.select().from(members).where(eq(members.email, email));
}

test('the link of the invitation mail makes an account that is confirmed and signed in', async () => {
  const invited = await inviteByMail(guilde, claire, 'alice@exemple.fr');
  const alice = guilde.visitor();
  const answer = await signUp(alice, { ...invited, email: 'Alice@Exemple.FR' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ confirmed: true });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^guilde\.session_token=.+HttpOnly; SameSite=Lax$/);
  const { body } = await alice.get<Account>('/api/auth/account');
  expect(body).toMatchObject({
    email: 'alice@exemple.fr',
    role: 'member',
    profileComplete: false,
    profile: null,
  });
  expect(body.sponsor).toMatchObject({ firstName: 'Claire', lastName: 'Martin' });
  const [member] = await membersWith('alice@exemple.fr');
  expect(member?.emailVerified).toBe(true);
  const { orm } = guilde.deps.db;
  expect(await orm.select().from(profiles).where(eq(profiles.userId, body.id))).toMatchObject([
    { firstName: '', specialties: [], isCertified: true, completedAt: null },
  ]);
  expect(await orm.select().from(accounts).where(eq(accounts.userId, body.id))).toMatchObject([
    { providerId: 'credential', accountId: body.id },
  ]);
  expect((await guilde.mails()).filter(({ to }) => to === 'alice@exemple.fr')).toHaveLength(1);
});

test('a copied link makes an account that must be confirmed first', async () => {
  const { token, email } = await inviteByMail(guilde, claire, 'bruno@exemple.fr');
  const bruno = guilde.visitor();
  const answer = await signUp(bruno, { token, proof: 'x'.repeat(43), email });
  expect(answer.body).toEqual({ confirmed: false });
  expect((await bruno.get<Account | null>('/api/auth/account')).body).toBeNull();
  expect((await membersWith(email))[0]?.emailVerified).toBe(false);
  const mail = (await guilde.mails()).findLast(({ to }) => to === email);
  expect(mail?.subject).toBe('Confirme ton adresse pour rejoindre Guilde');
});

test('an account that signed up proves nothing about another invitation', async () => {
  const first = await inviteByMail(guilde, claire, 'chloe@exemple.fr');
  const second = await inviteByMail(guilde, claire, 'david@exemple.fr');
  const answer = await signUp(guilde.visitor(), { ...second, proof: first.proof });
  expect(answer.body).toEqual({ confirmed: false });
});

test('a SIREN belongs to one account, and its holder is not named', async () => {
  const siren = sirenOf('une-entreprise');
  const [first, second] = await Promise.all(
    ['siren1@exemple.fr', 'siren2@exemple.fr'].map((email) => inviteByMail(guilde, claire, email)),
  );
  expect(
    (await signUp(guilde.visitor(), { ...first, siren: siren.replace(/(?=(...)+$)/g, '\u00a0') })).status,
  ).toBe(200);
  const taken = await signUp(guilde.visitor(), { ...second, siren });
  expect(refusal(taken)).toBe('409 SIREN_TAKEN');
  const wrong = await signUp(guilde.visitor(), { ...second, siren: '123 456 789' });
  expect(wrong.error.fields).toHaveProperty('siren');
  const owner = guilde.visitor();
  expect((await signUp(owner, second ?? {})).status).toBe(200);
  expect(refusal(await owner.put('/api/profile/siren', { siren }))).toBe('409 SIREN_TAKEN');
  const [other, tva] = [sirenOf('une-autre'), `FR32${siren}`];
  expect((await owner.put<Profile>('/api/profile/siren', { siren: other })).body.siren).toBe(other);
  expect((await owner.put('/api/profile/siren', { siren: tva })).error.fields.siren).toContain('TVA');
});

test('without an invitation nobody signs up', async () => {
  const visitor = guilde.visitor();
  const none = await signUp(visitor, { email: 'intrus@exemple.fr' });
  expect(none.status).toBe(403);
  expect(none.error.message).toBe(
    'Inscription sur invitation uniquement. Contactez un membre existant pour obtenir une invitation.',
  );
  const invented = await signUp(visitor, { email: 'intrus@exemple.fr', token: 'invente' });
  expect(invented.error).toMatchObject({
    code: 'INVITATION_INVALID',
    message: 'Invitation invalide ou expirée',
  });
  expect(await membersWith('intrus@exemple.fr')).toEqual([]);
});

test('an expired invitation is refused', async () => {
  const invited = await inviteByMail(guilde, claire, 'emma@exemple.fr');
  await guilde.deps.db.orm
    .update(invitations)
    .set({ expiresAt: guilde.clock.now() })
    .where(eq(invitations.email, invited.email));
  const answer = await signUp(guilde.visitor(), invited);
  expect(answer.status).toBe(410);
  expect(answer.error.message).toBe('Cette invitation a expiré');
  expect(await membersWith(invited.email)).toEqual([]);
});

test('the address must be the one invited', async () => {
  const invited = await inviteByMail(guilde, claire, 'fanny@exemple.fr');
  const answer = await signUp(guilde.visitor(), { ...invited, email: 'autre@exemple.fr' });
  expect(answer.status).toBe(422);
  expect(answer.error.message).toBe("L'email doit correspondre à celui de l'invitation");
  expect(await membersWith('autre@exemple.fr')).toEqual([]);
  expect((await signUp(guilde.visitor(), invited)).status).toBe(200);
});

test('a password counts eight to 128 characters', async () => {
  const invited = await inviteByMail(guilde, claire, 'gael@exemple.fr');
  const short = await signUp(guilde.visitor(), { ...invited, password: '1234567' });
  expect(short.error.fields.password).toBe('Le mot de passe doit contenir au moins 8 caractères');
  expect((await signUp(guilde.visitor(), { ...invited, password: 'x'.repeat(129) })).status).toBe(422);
  const longest = 'x'.repeat(128);
  expect((await signUp(guilde.visitor(), { ...invited, password: longest })).status).toBe(200);
  const signedIn = await guilde
    .visitor()
    .post('/api/auth/sign-in', { email: invited.email, password: longest });
  expect(signedIn.status).toBe(200);
});

test('an invitation works once', async () => {
  const invited = await inviteByMail(guilde, claire, 'helene@exemple.fr');
  expect((await signUp(guilde.visitor(), invited)).status).toBe(200);
  expect((await signUp(guilde.visitor(), invited)).error.code).toBe('INVITATION_INVALID');
  const offer = await guilde
    .visitor()
    .post<InvitationOffer>('/api/invitations/lookup', { token: invited.token });
  expect(offer.error.code).toBe('INVITATION_INVALID');
});

test('accepted twenty times at once, an invitation makes one account, one profile and one session', async () => {
  const invited = await inviteByMail(guilde, claire, 'ines@exemple.fr');
  const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(guilde.visitor(), invited)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refusals = answers.filter(({ status }) => status !== 200).map(({ error }) => error.code);
  expect(new Set(refusals)).toEqual(new Set(['INVITATION_INVALID']));
  const rows = await membersWith(invited.email);
  expect(rows).toHaveLength(1);
  const { orm } = guilde.deps.db;
  const id = rows[0]?.id ?? '';
  expect(await orm.select().from(profiles).where(eq(profiles.userId, id))).toHaveLength(1);
  expect(await orm.select().from(accounts).where(eq(accounts.userId, id))).toHaveLength(1);
  expect(await orm.select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(1);
  expect(await orm.select().from(invitations).where(eq(invitations.invitedUserId, id))).toHaveLength(1);
});

test('an address that got an account meanwhile is refused, and the invitation stays open', async () => {
  const invited = await inviteByMail(guilde, claire, 'jules@exemple.fr');
  const { orm } = guilde.deps.db;
  const at = new Date(guilde.clock.now());
  const jules = { id: 'jules', email: invited.email, emailVerified: true, createdAt: at, updatedAt: at };
  await orm.insert(members).values(jules);
  const answer = await signUp(guilde.visitor(), invited);
  expect(answer.status).toBe(409);
  expect(answer.error.message).toBe('Cet email est déjà utilisé');
  const [kept] = await orm.select().from(invitations).where(eq(invitations.email, invited.email));
  expect(kept?.status).toBe('pending');
  expect(await orm.select().from(accounts).where(eq(accounts.userId, 'jules'))).toEqual([]);
});

describe('signed up by somebody else with the copied link, an address', () => {
  const CHOSEN = 'choisi-par-la-bonne-personne';

  test('is its owner’s as soon as they open the invitation mail', async () => {
    const invited = await inviteByMail(guilde, claire, 'victime@exemple.fr');
    const inviter = guilde.visitor();
    await signUp(inviter, { token: invited.token, email: invited.email });
    const [squatted] = await membersWith(invited.email);
    const confirmation = secretsIn(await linkIn(guilde, invited.email)).token;

    const owner = guilde.visitor();
    const offer = await owner.post<InvitationOffer>('/api/invitations/lookup', invited);
    expect(offer.body).toMatchObject({ email: invited.email, emailProven: true });
    expect((await signUp(owner, { ...invited, password: CHOSEN })).body).toEqual({ confirmed: true });
    const account = (await owner.get<Account>('/api/auth/account')).body;
    expect(account).toMatchObject({ email: invited.email, profileComplete: false });
    expect(account.sponsor?.firstName).toBe('Claire');
    expect(account.id).not.toBe(squatted?.id);

    const rows = await membersWith(invited.email);
    expect(rows).toMatchObject([{ id: account.id, emailVerified: true }]);
    const signIn = (password: string) =>
      guilde.visitor().post('/api/auth/sign-in', { email: invited.email, password });
    expect((await signIn(PASSWORD)).error.code).toBe('CREDENTIALS_INVALID');
    expect((await signIn(CHOSEN)).status).toBe(200);
    const late = await inviter.post('/api/auth/confirm', { token: confirmation, password: PASSWORD });
    expect(late.error.code).toBe('CONFIRMATION_INVALID');
    const { orm } = guilde.deps.db;
    expect(await orm.select().from(invitations).where(eq(invitations.email, invited.email))).toMatchObject([
      { status: 'accepted', invitedUserId: account.id },
    ]);
    expect(
      await orm
        .select()
        .from(profiles)
        .where(eq(profiles.userId, squatted?.id ?? '')),
    ).toEqual([]);
  });

  test('stays so once it is confirmed, and without the mail’s proof nothing opens', async () => {
    const invited = await inviteByMail(guilde, claire, 'alix@exemple.fr');
    const client = guilde.visitor();
    await signUp(client, { token: invited.token, email: invited.email });
    for (const proof of ['', 'x'.repeat(43)])
      expect((await signUp(guilde.visitor(), { ...invited, proof })).error.code).toBe('INVITATION_INVALID');
    const { token } = secretsIn(await linkIn(guilde, invited.email));
    await client.post('/api/auth/confirm', { token });
    expect((await signUp(guilde.visitor(), invited)).error.code).toBe('INVITATION_INVALID');
    expect((await client.get<Account>('/api/auth/account')).body.email).toBe(invited.email);
  });

  test('gives its owner no way around a suspension', async () => {
    const invited = await inviteByMail(guilde, claire, 'banni@exemple.fr');
    await signUp(guilde.visitor(), { token: invited.token, email: invited.email });
    await byHand(guilde.deps, (orm) =>
      orm.update(members).set({ suspendedAt: 1 }).where(eq(members.email, invited.email)),
    );
    expect((await signUp(guilde.visitor(), invited)).error.code).toBe('INVITATION_INVALID');
  });

  test('that was taken with another invitation makes way too', async () => {
    const invited = await inviteByMail(guilde, claire, 'autrement@exemple.fr');
    const at = new Date(guilde.clock.now());
    const { orm } = guilde.deps.db;
    await orm.insert(members).values({ id: 'squatter', email: invited.email, createdAt: at, updatedAt: at });
    expect((await signUp(guilde.visitor(), invited)).body).toEqual({ confirmed: true });
    expect(await membersWith(invited.email)).toHaveLength(1);
  });
});

test('somebody signed in does not sign up again', async () => {
  const invited = await inviteByMail(guilde, claire, 'kevin@exemple.fr');
  const answer = await claire.post('/api/auth/sign-up', {
    ...invited,
    password: PASSWORD,
    ...shopOf(invited.email),
  });
  expect(answer.error.code).toBe('ALREADY_SIGNED_IN');
});
