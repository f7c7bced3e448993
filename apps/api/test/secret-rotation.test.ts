import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { InvitationOffer, Invitations } from '@guilde/contracts/invitations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { expect, onTestFinished, test } from 'vitest';
import { renewSecretKeys } from '../src/credentials/second-factor/factor.ts';
import { unsubscribeLink } from '../src/settings/unsubscribe.ts';
import { onServer } from './chosen-database.ts';
import { type Client, createClient } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { inviteByMail, signUp } from './newcomers.ts';
import { PASSWORD } from './people.ts';
import { granted } from './scenes.ts';
import { addSecondFactor } from './second-factor.ts';
import { linkIn } from './sign-up.ts';

const HOUR = 3_600_000;
const FIRST = 'le-premier-secret-de-trente-deux-signes';
const SECOND = 'le-second-secret-de-trente-deux-signes-';
const INVITED = 'alice@exemple.fr';

/** The same installation is started again and again, each time with other secrets. */
function installation() {
  const dataDir = mkdtempSync(join(tmpdir(), 'guilde-'));
  let running: Guilde | null = null;
  onTestFinished(async () => {
    await running?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return async (secret: string, previous = '') => {
    const clock = running?.clock;
    await running?.close();
    const env = { GUILDE_SECRET: secret, GUILDE_SECRET_PREVIOUS: previous };
    running = await startGuilde({ dataDir, env, ...(clock ? { clock } : {}) });
    return running;
  };
}

function withCookies(guilde: Guilde, { cookies }: Client): Client {
  const client = createClient(guilde.url);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

/** Push devices are bound to this key. */
async function pushKeyOf(client: Client): Promise<string> {
  return (await client.get<{ publicKey: string }>('/api/push/key')).body.publicKey;
}

async function accountOf(client: Client): Promise<Account | null> {
  return (await client.get<Account | null>('/api/auth/account')).body;
}

/** The first secret makes a session, an invitation, a sealed job that waits, and an unsubscribe link. */
async function makeAll(guilde: Guilde) {
  const claire = await guilde.as('claire');
  const invited = await inviteByMail(guilde, claire, INVITED);
  const { db, jobs } = guilde.deps;
  await db.write((tx) => jobs.enqueue(tx, 'auth.reset-request', { email: claire.email }, { delay: HOUR }));
  const unsubscribe = secretsIn(new URL(unsubscribeLink(guilde.deps, claire.id).url)).token;
  return { claire, invited, unsubscribe };
}

async function signInWithBoth(client: Client, email: string, code: string): Promise<void> {
  await client.post('/api/auth/sign-in', { email, password: PASSWORD });
  granted(await client.post('/api/auth/second-factor', { code }));
}

test.skipIf(onServer)('with the secret before it beside it, a new secret costs nobody anything', async () => {
  const start = installation();
  const made = await makeAll(await start(FIRST));
  const guilde = await start(SECOND, FIRST);

  const claire = withCookies(guilde, made.claire);
  expect((await accountOf(claire))?.id).toBe(made.claire.id);
  const { token, proof } = made.invited;
  const offer = await guilde.visitor().post<InvitationOffer>('/api/invitations/lookup', { token, proof });
  expect(offer.body).toMatchObject({ email: INVITED, emailProven: true });
  const [pending] = (await claire.get<Invitations>('/api/invitations')).body.invitations;
  const copied = await claire.post<{ url: string }>(`/api/invitations/${pending?.id}/link`);
  expect(copied.body.url).toContain(token);
  expect((await signUp(guilde.visitor(), made.invited)).body).toEqual({ confirmed: true });

  guilde.clock.advance(HOUR);
  expect((await linkIn(guilde, made.claire.email)).pathname).toBe('/reset-password');
  const unsubscribed = await guilde.visitor().post(`/api/settings/unsubscribe?token=${made.unsubscribe}`);
  expect(unsubscribed.status).toBe(200);
});

test.skipIf(onServer)(
  'what the secret before has made is made anew while both are there, and then works with the new one alone',
  async () => {
    const start = installation();
    const first = await start(FIRST);
    const { claire } = await makeAll(first);
    const pushKey = await pushKeyOf(claire);
    const authenticator = await addSecondFactor(first, claire);
    const both = await start(SECOND, FIRST);
    const again = createClient(both.url);
    await signInWithBoth(again, claire.email, authenticator.code());
    await renewSecretKeys(both.deps);
    const other = await inviteByMail(both, again, 'bruno@exemple.fr');
    const alone = await start(SECOND);
    await signInWithBoth(alone.visitor(), claire.email, authenticator.code());
    expect((await accountOf(withCookies(alone, again)))?.id).toBe(claire.id);
    expect(await pushKeyOf(withCookies(alone, again))).toBe(pushKey);
    expect((await signUp(alone.visitor(), other)).body).toEqual({ confirmed: true });
  },
);

test.skipIf(onServer)('alone, a new secret refuses cleanly what the one before has made', async () => {
  const start = installation();
  const made = await makeAll(await start(FIRST));
  const guilde = await start(SECOND);

  expect(await accountOf(withCookies(guilde, made.claire))).toBeNull();
  const { token, proof } = made.invited;
  const lookUp = () => guilde.visitor().post('/api/invitations/lookup', { token, proof });
  expect((await lookUp()).error.code).toBe('INVITATION_INVALID');
  expect((await signUp(guilde.visitor(), made.invited)).error.code).toBe('INVITATION_INVALID');
  const unsubscribed = await guilde.visitor().post(`/api/settings/unsubscribe?token=${made.unsubscribe}`);
  expect(unsubscribed.error.code).toBe('UNSUBSCRIBE_INVALID');
  guilde.clock.advance(HOUR);
  expect(await guilde.mails()).toEqual([]);
  expect(await guilde.deps.jobs.state()).toMatchObject({ failed: 1 });

  const claire = createClient(guilde.url);
  await claire.post('/api/auth/sign-in', { email: made.claire.email, password: PASSWORD });
  expect((await accountOf(claire))?.id).toBe(made.claire.id);
  const [pending] = (await claire.get<Invitations>('/api/invitations')).body.invitations;
  const copied = await claire.post<{ url: string }>(`/api/invitations/${pending?.id}/link`);
  const renewed = secretsIn(new URL(copied.body.url)).token;
  expect((await guilde.visitor().post('/api/invitations/lookup', { token: renewed })).status).toBe(200);
  expect((await lookUp()).error.code).toBe('INVITATION_INVALID');
});
