import { randomUUID } from 'node:crypto';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { Invitation, InvitationOffer, Invitations } from '@guilde/contracts/invitations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { inviteByMail, signUp } from '../../test/newcomers.ts';
import { PEOPLE } from '../../test/people.ts';
import { completeProfile } from '../../test/profile-answers.ts';
import { granted } from '../../test/scenes.ts';
import { linkIn } from '../../test/sign-up.ts';
import { hashToken } from '../platform/secrets.ts';
import { setCertification } from '../profiles/certification.ts';
import { invitations } from './tables.ts';

const DAY = 86_400_000;

let guilde: Guilde;
let claire: Client;
let outsider: Client;
let nina: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  outsider = await guilde.as('hugo');
  nina = await guilde.as('nina');
});
afterAll(() => guilde.close());

function invite(client: Client, email: string) {
  return client.post<Invitation>('/api/invitations', { vouched: true, email });
}

async function listOf(client: Client): Promise<Invitations> {
  return (await client.get<Invitations>('/api/invitations')).body;
}

function lookUp(token: string, proof?: string) {
  return guilde.visitor().post<InvitationOffer>('/api/invitations/lookup', { token, proof });
}

/** Pending invitations to invented addresses use up the others. */
async function leaveOnly(client: Client, left: number): Promise<void> {
  const now = guilde.clock.now();
  const { left: current } = await listOf(client);
  const values = Array.from({ length: current - left }, () => {
    const id = randomUUID();
    return {
      id,
      inviterId: client.id,
      email: `${id}@exemple.fr`,
      tokenHash: id,
      createdAt: now,
      expiresAt: now + DAY,
    };
  });
  await guilde.deps.db.orm.insert(invitations).values(values);
}

test('a new member has thirty invitations; sending one takes one and mails a link', async () => {
  expect(await listOf(claire)).toEqual({ left: 30, invitations: [] });
  const live = await claire.live();
  const { status, body } = await invite(claire, ' Alice@Exemple.fr ');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    email: 'alice@exemple.fr',
    status: 'pending',
    acceptedAt: null,
    completedAt: null,
  });
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(7 * DAY);
  await live.next('invitations.changed');
  live.close();
  expect(await listOf(claire)).toEqual({ left: 29, invitations: [body] });
  const link = await linkIn(guilde, 'alice@exemple.fr');
  expect(link.pathname).toBe('/invitation');
  const mail = (await guilde.mails()).findLast(({ to }) => to === 'alice@exemple.fr');
  expect(mail?.subject).toBe('Claire Martin t’invite sur Guilde');
  expect(mail?.text).toContain('Claire Martin (Atelier Nord)');
  expect(mail?.text).toContain('mardi 24 novembre');
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('un membre, Claire Martin, nous a donné ton adresse');
    expect(part).toContain('tu peux refuser toute invitation');
    expect(part).toContain(`${guilde.deps.config.publicUrl}/privacy`);
    expect(part).toContain(`${guilde.deps.config.publicUrl}/contact`);
  }
  expect((await listOf(outsider)).invitations).toEqual([]);
});

test('what opens an invitation is stored nowhere', async () => {
  const { token, proof } = await inviteByMail(guilde, claire, 'secrets@exemple.fr');
  expect(token.length).toBeGreaterThanOrEqual(43);
  expect(proof.length).toBeGreaterThanOrEqual(43);
  const stored = JSON.stringify(await guilde.deps.db.orm.select().from(invitations));
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(proof);
  expect(stored).toContain(hashToken(token));
});

test('an address that has an account, or an invitation, is refused, whoever asks and however it is written', async () => {
  const member = await invite(claire, 'HUGO@exemple.fr');
  expect(member.status).toBe(409);
  expect(member.error.message).toBe('Cette adresse email est déjà utilisée');
  expect((await invite(claire, claire.email)).error.code).toBe('INVITEE_IS_MEMBER');
  expect((await invite(claire, 'bruno@exemple.fr')).status).toBe(200);
  expect((await invite(outsider, 'Bruno@exemple.fr')).error.code).toBe('INVITATION_PENDING');
  expect((await listOf(outsider)).left).toBe(30);
});

test.each(['', 'sans-arobase', 'a@b', 'josé@exemple.fr', 'deux @exemple.fr'])(
  '« %s » is not an address to invite',
  async (email) => {
    const answer = await invite(claire, email);
    expect(answer.status).toBe(422);
    expect(answer.error.fields.email).toMatch(/^(Adresse email invalide|Email requis)$/);
  },
);

test('an expired invitation gives its place back, and its address can be invited again by anybody', async () => {
  const { left } = await listOf(claire);
  const sent = (await invite(claire, 'chloe@exemple.fr')).body;
  const { token = '' } = secretsIn(await linkIn(guilde, 'chloe@exemple.fr'));
  await guilde.deps.db.orm
    .update(invitations)
    .set({ expiresAt: guilde.clock.now() - 1 })
    .where(eq(invitations.id, sent.id));
  const after = await listOf(claire);
  expect(after.left).toBe(left);
  expect(after.invitations.find(({ id }) => id === sent.id)?.status).toBe('expired');
  expect((await lookUp(token)).error).toMatchObject({
    code: 'INVITATION_EXPIRED',
    message: 'Cette invitation a expiré',
  });
  expect((await claire.post(`/api/invitations/${sent.id}/link`)).error.code).toBe('INVITATION_NOT_PENDING');
  expect((await claire.delete(`/api/invitations/${sent.id}`)).error.code).toBe('INVITATION_NOT_PENDING');

  const live = await claire.live();
  expect((await invite(outsider, 'chloe@exemple.fr')).status).toBe(200);
  await live.next('invitations.changed');
  live.close();
  expect((await listOf(claire)).invitations.map(({ id }) => id)).not.toContain(sent.id);
  expect((await lookUp(token)).error.code).toBe('INVITATION_INVALID');
});

test('an invitation taken back gives its place back and its link opens nothing', async () => {
  const { left } = await listOf(claire);
  const { token } = await inviteByMail(guilde, claire, 'david@exemple.fr');
  const [sent] = (await listOf(claire)).invitations;
  expect((await outsider.delete(`/api/invitations/${sent?.id}`)).error.code).toBe('NOT_FOUND');
  expect((await lookUp(token)).status).toBe(200);
  const live = await claire.live();
  expect((await claire.delete(`/api/invitations/${sent?.id}`)).body).toEqual({ ok: true });
  await live.next('invitations.changed');
  live.close();
  expect((await listOf(claire)).left).toBe(left);
  expect((await lookUp(token)).error).toMatchObject({
    code: 'INVITATION_INVALID',
    message: 'Invitation invalide ou expirée',
  });
  expect((await claire.delete(`/api/invitations/${sent?.id}`)).error.code).toBe('NOT_FOUND');
});

test('the inviter alone copies the link, the same token without the proof', async () => {
  const { token } = await inviteByMail(guilde, claire, 'emma@exemple.fr');
  const [sent] = (await listOf(claire)).invitations;
  const { body } = await claire.post<{ url: string }>(`/api/invitations/${sent?.id}/link`);
  expect(body).toEqual({ url: `${guilde.deps.config.publicUrl}/auth#token=${token}` });
  expect((await outsider.post(`/api/invitations/${sent?.id}/link`)).error.code).toBe('NOT_FOUND');
  expect((await claire.post('/api/invitations/inconnue/link')).error.code).toBe('NOT_FOUND');
});

test('whoever holds the link sees who invites, for which address, and whether the mail proved it', async () => {
  const { token, proof } = await inviteByMail(guilde, claire, 'fanny@exemple.fr');
  const { body } = await lookUp(token, proof);
  expect(body).toMatchObject({ email: 'fanny@exemple.fr', emailProven: true });
  expect(body.inviter).toMatchObject({ firstName: 'Claire', lastName: 'Martin', storeName: 'Atelier Nord' });
  expect(JSON.stringify(body.inviter)).not.toContain('@');
  expect((await lookUp(token)).body.emailProven).toBe(false);
  expect((await lookUp(token, `${proof}x`)).body.emailProven).toBe(false);
  expect((await lookUp(token, token)).body.emailProven).toBe(false);
  expect((await lookUp('invente')).error.code).toBe('INVITATION_INVALID');
});

test('an accepted invitation keeps its place; a completed profile gives one more', async () => {
  const karim = await guilde.as('karim');
  const { token, proof, email } = await inviteByMail(guilde, karim, 'gael@exemple.fr');
  expect((await listOf(karim)).left).toBe(29);
  const live = await karim.live();
  const gael = guilde.visitor();
  await signUp(gael, { token, proof, email });
  await live.next('invitations.changed');
  const accepted = await listOf(karim);
  expect(accepted.left).toBe(29);
  expect(accepted.invitations[0]).toMatchObject({ status: 'accepted', email, completedAt: null });
  expect(accepted.invitations[0]?.acceptedAt).not.toBeNull();
  const [sent] = accepted.invitations;
  expect((await karim.post(`/api/invitations/${sent?.id}/link`)).error.code).toBe('INVITATION_NOT_PENDING');
  expect((await karim.delete(`/api/invitations/${sent?.id}`)).error.code).toBe('INVITATION_NOT_PENDING');

  await completeProfile(gael, PEOPLE.theo);
  await live.next('invitations.changed');
  live.close();
  const completed = await listOf(karim);
  expect(completed.left).toBe(30);
  expect(completed.invitations[0]?.completedAt).not.toBeNull();
});

test('fifty simultaneous sends on the last place send one', async () => {
  const zoe = await guilde.as('zoe');
  await leaveOnly(zoe, 1);
  const addresses = Array.from({ length: 50 }, (_, index) => `rafale-${index}@exemple.fr`);
  const answers = await Promise.all(addresses.map((email) => invite(zoe, email)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error.code))).toEqual(
    new Set(['INVITATIONS_EXHAUSTED']),
  );
  expect((await listOf(zoe)).left).toBe(0);
  const mails = (await guilde.mails()).filter(({ to }) => to.startsWith('rafale-'));
  expect(mails).toHaveLength(1);
});

test('fifty simultaneous sends to one address send one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => invite(index % 2 ? claire : outsider, 'courue@exemple.fr')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const rows = await guilde.deps.db.orm
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, 'courue@exemple.fr'), eq(invitations.status, 'pending')));
  expect(rows).toHaveLength(1);
});

test('without an invitation left nothing is sent', async () => {
  const paul = await guilde.as('paul');
  await leaveOnly(paul, 0);
  const answer = await invite(paul, 'trop@exemple.fr');
  expect(answer.status).toBe(409);
  expect(answer.error.message).toBe("Tu n'as plus d'invitations disponibles");
});

test('only certified members invite', async () => {
  const lucie = await guilde.as('lucie');
  const { deps } = guilde;
  const set = (certified: boolean) =>
    deps.db.write((tx) => setCertification(tx, deps, lucie.id, { certified, reason: 'Boutique fermée.' }));
  const live = await lucie.live();
  await set(false);
  await live.next('account.changed');
  live.close();
  expect((await invite(lucie, 'quelquun@exemple.fr')).error.code).toBe('NOT_CERTIFIED');
  const since = expect.stringMatching(/^2026-11-17T09:/);
  const shown = { certification: { isCertified: false, since, reason: 'Boutique fermée.' } };
  expect(granted(await nina.get(`/api/admin/users/${lucie.id}`))).toMatchObject(shown);
  await expect(set(false)).rejects.toMatchObject({ code: 'CERTIFICATION_UNCHANGED' });
  await set(true);
  expect((await invite(lucie, 'quelquun@exemple.fr')).status).toBe(200);
});

test('without a complete profile, or without a session, there are no invitations', async () => {
  const theo = await guilde.as('theo');
  for (const [client, status] of [
    [theo, 403],
    [guilde.visitor(), 401],
  ] as const) {
    expect((await client.get('/api/invitations')).status).toBe(status);
    expect((await invite(client, 'ami@exemple.fr')).status).toBe(status);
    expect((await client.post(`/api/invitations/${randomUUID()}/link`)).status).toBe(status);
    expect((await client.delete(`/api/invitations/${randomUUID()}`)).status).toBe(status);
  }
  expect((await listOf(nina)).invitations.map(({ email }) => email)).toContain(theo.email);
});

function renew(client: Client, id: string) {
  return client.post<Invitation>(`/api/invitations/${id}/renew`);
}

test('a pending or expired invitation is sent again for seven new days, and its first link stays good', async () => {
  const lucie = await guilde.as('lucie');
  const { email, token, proof } = await inviteByMail(guilde, lucie, 'encore@exemple.fr');
  const [{ id, expiresAt } = { id: '', expiresAt: '' }] = (await listOf(lucie)).invitations;
  guilde.clock.advance(6 * DAY);
  const again = granted(await renew(lucie, id));
  expect(Date.parse(again.expiresAt) - Date.parse(expiresAt)).toBeGreaterThanOrEqual(6 * DAY);
  expect((await guilde.mails()).filter(({ to }) => to === email)).toHaveLength(2);
  expect(secretsIn(await linkIn(guilde, email))).toMatchObject({ token, proof });
  guilde.clock.advance(8 * DAY);
  const { left } = await listOf(lucie);
  expect(granted(await renew(lucie, id)).status).toBe('pending');
  expect((await listOf(lucie)).left).toBe(left - 1);
  expect(granted(await lookUp(token, proof))).toMatchObject({ email, emailProven: true });
  expect((await renew(await guilde.as('karim'), id)).status).toBe(404);
  for (const expected of [200, 429]) expect((await renew(lucie, id)).status).toBe(expected);
  expect((await signUp(guilde.visitor(), { email, token, proof })).status).toBe(200);
  expect((await renew(lucie, id)).error.code).toBe('INVITATION_NOT_PENDING');
});

test('a deleted invitation leaves a line in the journal, with the address masked', async () => {
  const lucie = await guilde.as('lucie');
  await inviteByMail(guilde, lucie, 'retiree@exemple.fr');
  const invitation = (await listOf(lucie)).invitations.find(({ email }) => email === 'retiree@exemple.fr');
  expect((await lucie.delete(`/api/invitations/${invitation?.id}`)).status).toBe(200);
  const journal = granted(await nina.get<AuditPage>('/api/admin/journal?action=invitation.delete'));
  expect(journal.items.slice(0, 1)).toMatchObject([
    { actorId: lucie.id, actorName: 'Lucie Moreau', subjectLabel: 'r…@exemple.fr' },
  ]);
  expect(JSON.stringify(journal)).not.toContain('retiree');
});
