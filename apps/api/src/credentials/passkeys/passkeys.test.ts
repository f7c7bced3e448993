import { randomUUID } from 'node:crypto';
import type { Passkey, PasskeyOffer, PasskeyRequest } from '@guilde/contracts/auth/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../test/authenticator.ts';
import { byHand } from '../../../test/by-hand.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { addPasskey } from '../../../test/passkeys.ts';
import { PASSWORD } from '../../../test/people.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { linkIn } from '../../../test/sign-up.ts';
import { members, passkeys, securityEvents, usedChallenges } from '../../auth/tables.ts';
import { applyRetention } from '../../platform/retention.ts';

const PATH = '/api/auth/passkeys';

let guilde: Guilde;
let nina: Client;
let origin: string;

beforeAll(async () => {
  guilde = await startGuilde({ rateLimits: true });
  nina = await guilde.as('nina');
  origin = guilde.deps.config.publicUrl;
});
afterAll(() => guilde.close());

const offer = async (client: Client, password = PASSWORD) =>
  client.post<PasskeyOffer>(`${PATH}/offer`, { password });
const request = async (client: Client, path = 'request') =>
  granted(await client.post<PasskeyRequest>(`${PATH}/${path}`));
const list = async (client: Client) => granted(await client.get<Passkey[]>(PATH));
const isSignedIn = async (client: Client) => (await client.get('/api/auth/account')).body !== null;
const lastMail = async (client: Client) => (await guilde.mails()).findLast(({ to }) => to === client.email);
const kindsOf = async (id: string) =>
  (
    await guilde.deps.db.orm
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.memberId, id))
      .orderBy(asc(securityEvents.position))
  ).map(({ kind, reason }) => (reason ? `${kind} ${reason}` : kind));

const add = (client: Client, name = '') => addPasskey(guilde, client, name);

async function enter(phone: Authenticator, said?: Parameters<Authenticator['answer']>[1]) {
  const visitor = guilde.visitor();
  const answer = await visitor.post(`${PATH}/sign-in`, phone.answer(await request(visitor), said));
  return { visitor, answer };
}

it('is added with the password, named, told by mail, signs in, is renamed and removed by its owner only', async () => {
  const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  expect(refusal(await offer(claire, 'pas le bon'))).toBe('403 PASSWORD_WRONG');
  const phone = await add(claire, ' Mon téléphone ');
  expect((await lastMail(claire))?.subject).toBe('Une clé d’accès a été ajoutée à ton compte');
  const [passkey] = await list(claire);
  expect(passkey).toMatchObject({ name: 'Mon téléphone', lastUsedAt: null });
  expect(Object.keys(passkey ?? {})).toEqual(['id', 'name', 'createdAt', 'lastUsedAt']);

  const { visitor, answer } = await enter(phone);
  expect(refusal(answer)).toBe('200 ');
  expect((await visitor.get<{ id: string }>('/api/auth/account')).body).toMatchObject({ id: claire.id });
  expect((await list(claire))[0]?.lastUsedAt).toEqual(expect.any(String));
  expect((await lastMail(claire))?.subject).toBe('Nouvelle connexion à ton compte');
  expect((await kindsOf(claire.id)).slice(-2)).toEqual(['passkey.added', 'sign-in PASSKEY']);

  const one = `${PATH}/${passkey?.id}`;
  for (const answered of [await karim.patch(one, { name: 'À moi' }), await karim.delete(one)])
    expect(refusal(answered)).toBe('404 NOT_FOUND');
  expect(refusal(await claire.patch(one, { name: ' ' }))).toBe('422 INVALID_INPUT');
  expect(granted(await claire.patch<Passkey[]>(one, { name: 'Pixel' }))[0]?.name).toBe('Pixel');
  expect(granted(await claire.delete<Passkey[]>(one))).toEqual([]);
  expect((await lastMail(claire))?.text).toContain('«\u00a0Pixel\u00a0» ne permet plus de te connecter');
  expect(refusal((await enter(phone)).answer)).toBe('404 PASSKEY_UNKNOWN');
});

it('refuses a wrong origin or site, another’s challenge, a replay, a copied key, a device that asked nobody', async () => {
  const [zoe, paul] = [await guilde.as('zoe'), await guilde.as('paul')];
  const foreign = createAuthenticator(origin);
  const refused = async (response: unknown) => refusal(await zoe.post(PATH, { name: '', response }));
  const made = granted(await offer(zoe));
  const lies = [{ origin: 'https://guilde.evil' }, { rpId: 'evil' }, { userVerified: false }];
  for (const said of lies) expect(await refused(foreign.make(made, said))).toBe('422 PASSKEY_REFUSED');
  // The challenges are of another session, and of another use.
  expect(await refused(foreign.make(granted(await offer(paul))))).toBe('422 PASSKEY_REFUSED');
  const { challenge } = await request(zoe);
  expect(await refused(foreign.make({ ...made, challenge }))).toBe('422 PASSKEY_REFUSED');
  expect(await refused(foreign.make({ ...made, challenge: 'AAAA' }))).toBe('422 PASSKEY_REFUSED');
  const late = granted(await offer(zoe));
  guilde.clock.advance(31 * 60_000);
  expect(await refused(foreign.make(late))).toBe('422 PASSKEY_REFUSED');
  const again = foreign.make(granted(await offer(zoe)));
  expect([await refused(again), await refused(again)]).toEqual(['200 ', '422 PASSKEY_REFUSED']);

  for (const said of [...lies, { userHandle: Buffer.from(paul.id).toString('base64url') }])
    expect(refusal((await enter(foreign, said)).answer)).toBe('422 PASSKEY_REFUSED');
  const visitor = guilde.visitor();
  const answer = foreign.answer(await request(visitor));
  const twice = await Promise.all([0, 1].map(() => guilde.visitor().post(`${PATH}/sign-in`, answer)));
  expect(twice.map(refusal).sort()).toEqual(['200 ', '422 PASSKEY_REFUSED']);
  expect(refusal((await enter(foreign, { counter: 1 })).answer)).toBe('422 PASSKEY_REFUSED');
  const stolen = {
    ...createAuthenticator(origin).answer(await request(visitor), {
      userHandle: Buffer.from(zoe.id).toString('base64url'),
    }),
    id: foreign.id,
    rawId: foreign.id,
  };
  expect(refusal(await visitor.post(`${PATH}/sign-in`, stolen))).toBe('422 PASSKEY_REFUSED');
  expect(await isSignedIn(visitor)).toBe(false);
  expect(
    (await kindsOf(zoe.id)).filter((kind) => kind === 'passkey.refused PASSKEY_REFUSED').length,
  ).toBeGreaterThan(9);

  const { orm } = guilde.deps.db;
  await byHand(guilde.deps, () => orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, zoe.id)));
  expect(refusal((await enter(foreign)).answer)).toBe('403 MEMBER_SUSPENDED');
  await byHand(guilde.deps, () =>
    orm.update(members).set({ suspendedAt: null }).where(eq(members.id, zoe.id)),
  );
  expect(await orm.$count(usedChallenges)).toBeGreaterThan(0);
  guilde.clock.advance(2 * 86_400_000);
  await applyRetention(guilde.deps);
  expect(await orm.$count(usedChallenges)).toBe(0);
});

it('of a phone that does not count takes no answer twice', async () => {
  const paul = await guilde.as('paul');
  const phone = createAuthenticator(origin);
  const uncounted = { counter: 0 };
  const response = phone.make(granted(await offer(paul)), uncounted);
  granted(await paul.post(PATH, { name: '', response }));
  const answer = phone.answer(await request(guilde.visitor()), uncounted);
  const enterAgain = async () => refusal(await guilde.visitor().post(`${PATH}/sign-in`, answer));
  expect([await enterAgain(), await enterAgain()]).toEqual(['200 ', '422 PASSKEY_REFUSED']);
  expect(refusal((await enter(phone, uncounted)).answer)).toBe('200 ');
});

it('is a second factor for an administrator: opens the office, proves again, and cannot be replaced by a password', async () => {
  const lucie = await guilde.as('lucie');
  granted(await nina.put(`/api/admin/users/${lucie.id}/role`, { role: 'admin' }));
  const office = async (client: Client) => refusal(await client.get('/api/admin/overview'));
  expect(await office(lucie)).toBe('403 SECOND_FACTOR_REQUIRED');
  const phone = await add(lucie);
  expect(await office(lucie)).toBe('200 ');
  const byPassword = guilde.visitor();
  granted(await byPassword.post('/api/auth/sign-in', { email: lucie.email, password: PASSWORD }));
  expect(await office(byPassword)).toBe('403 SECOND_FACTOR_REQUIRED');
  const [passkey] = await list(lucie);
  for (const answer of [
    await offer(byPassword),
    await byPassword.post('/api/auth/second-factor/setup', { password: PASSWORD }),
    await byPassword.delete(`${PATH}/${passkey?.id}`),
  ])
    expect(refusal(answer)).toBe('403 PROOF_REQUIRED');
  const prove = async (client: Client, authenticator: Authenticator) =>
    refusal(await client.post(`${PATH}/prove`, authenticator.answer(await request(client, 'prove/request'))));
  expect(await prove(byPassword, phone)).toBe('200 ');
  expect(await office(byPassword)).toBe('200 ');
  const { visitor } = await enter(phone);
  expect(await office(visitor)).toBe('200 ');
  guilde.clock.advance(16 * 60_000);
  expect(refusal(await lucie.post('/api/admin/journal/export', {}))).toBe('403 PROOF_REQUIRED');
  // It is another member's passkey, and the answer to another session's challenge.
  const hugo = await guilde.as('hugo');
  const other = await add(hugo);
  const own = await request(lucie, 'prove/request');
  expect(own.allowCredentials.map(({ id }) => id)).toEqual([phone.id]);
  expect(refusal(await lucie.post(`${PATH}/prove`, other.answer(own)))).toBe('404 PASSKEY_UNKNOWN');
  const foreign = await request(byPassword, 'prove/request');
  expect(refusal(await lucie.post(`${PATH}/prove`, phone.answer(foreign)))).toBe('422 PASSKEY_REFUSED');
  expect(await prove(lucie, phone)).toBe('200 ');
  expect((await lucie.post('/api/admin/journal/export', {})).status).toBe(200);
  granted(await lucie.delete(`${PATH}/${passkey?.id}`));
  expect([await office(lucie), await office(visitor)]).toEqual([
    '403 SECOND_FACTOR_REQUIRED',
    '403 SECOND_FACTOR_REQUIRED',
  ]);
  expect(refusal(await lucie.post(`${PATH}/prove/request`))).toBe('404 PASSKEY_UNKNOWN');
});

it('stands beside an app, ten at most, in the archive, and goes with an address taken back or the account', async () => {
  const hugo = await guilde.as('hugo');
  const { orm } = guilde.deps.db;
  await withSecondFactor(guilde, hugo);
  const phone = await add(hugo, 'Avant');
  const asked = guilde.visitor();
  granted(await asked.post('/api/auth/sign-in', { email: hugo.email, password: PASSWORD }));
  granted(await asked.post(`${PATH}/sign-in`, phone.answer(await request(asked))));
  expect(await isSignedIn(asked)).toBe(true);
  expect((await asked.get('/api/auth/second-factor')).body).toMatchObject({ passkeys: 2 });

  granted(await hugo.post('/api/auth/email-change', { email: 'voleur@exemple.fr', password: PASSWORD }));
  const { token } = secretsIn(await linkIn(guilde, 'voleur@exemple.fr'));
  granted(await guilde.visitor().post('/api/auth/email-change/confirm', { token }));
  await add(hugo, 'Du voleur');
  const back = secretsIn(await linkIn(guilde, hugo.email));
  granted(await guilde.visitor().post('/api/auth/email-change/take-back', { token: back.token }));
  const { visitor } = await enter(phone);
  expect((await list(visitor)).map(({ name }) => name)).not.toContain('Du voleur');

  const karim = await guilde.as('karim');
  for (let number = 0; number < 10; number++) {
    await add(karim);
    guilde.clock.advance(2 * 60_000);
  }
  expect(refusal(await offer(karim))).toBe('409 PASSKEYS_EXHAUSTED');
  granted(await karim.post('/api/account/delete', { id: randomUUID(), password: PASSWORD }));
  expect(await orm.select().from(passkeys).where(eq(passkeys.userId, karim.id))).toEqual([]);
});
