import type { Account, RecoveryCodes, SecondFactorSetup } from '@guilde/contracts/auth/rules.ts';
import { eq } from 'drizzle-orm';
import { members, secondFactors, sessions } from '../src/auth/tables.ts';
import { giveSecondFactor } from '../src/credentials/second-factor/enrolment.ts';
import { newTotpSecret, totpAt } from '../src/credentials/second-factor/totp.ts';
import type { Client } from './client.ts';
import { PASSWORD } from './people.ts';
import { granted } from './scenes.ts';
import type { Guilde } from './serve.ts';

/** A member has this on the phone and on paper. */
export type Authenticator = {
  /** Returns the next code; the clock advances, because no code works twice. */
  code: () => string;
  recoveryCodes: string[];
};

const STEP_MS = 30_000;

/** Follows the steps of the settings. */
export async function addSecondFactor(guilde: Guilde, client: Client): Promise<Authenticator> {
  const setup = granted(
    await client.post<SecondFactorSetup>('/api/auth/second-factor/setup', { password: PASSWORD }),
  );
  const code = () => {
    guilde.clock.advance(STEP_MS);
    return totpAt(setup.secret, guilde.clock.now());
  };
  const { codes } = granted(
    await client.post<RecoveryCodes>('/api/auth/second-factor/add', { code: code() }),
  );
  return { code, recoveryCodes: codes };
}

/** Stores a second factor without its ceremony (password, hashes, mail); this session counts as proven. */
export async function withSecondFactor(guilde: Guilde, client: Client): Promise<Client> {
  const { deps, clock } = guilde;
  const secret = newTotpSecret();
  await deps.db.write(async (tx) => {
    await giveSecondFactor(tx, deps, client.id, secret);
    await tx.orm.update(sessions).set({ provenAt: clock.now() }).where(eq(sessions.userId, client.id));
  });
  return provingWith(client, async () => totpAt(secret, clock.now()));
}

/** The client proves the second factor when an act asks for it; simultaneous acts share one proof. */
export function provingWith(client: Client, code: () => Promise<string>): Client {
  let proving: Promise<void> | null = null;
  const prove = async () => {
    granted(await client.post('/api/auth/second-factor/prove', { code: await code() }));
    proving = null;
  };
  client.prove = () => {
    proving ??= prove();
    return proving;
  };
  return client;
}

/** Signs in anew, with the second factor if there is one. Resolves with the member's id. */
export async function signInAgain(guilde: Guilde, client: Client, email: string): Promise<string> {
  granted(await client.post('/api/auth/sign-in', { email, password: PASSWORD }));
  const code = await storedCode(guilde, email);
  if (code) granted(await client.post('/api/auth/second-factor', { code }));
  return granted(await client.get<Account>('/api/auth/account')).id;
}

/** Returns what this member's authenticator shows now; it is empty without a second factor. */
export async function storedCode({ deps, clock }: Guilde, email: string): Promise<string> {
  const [factor] = await deps.db.orm
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .innerJoin(members, eq(members.id, secondFactors.userId))
    .where(eq(members.email, email));
  return factor ? totpAt(deps.secrets.decrypt('totp-secret', factor.secret), clock.now()) : '';
}
