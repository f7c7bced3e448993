import type { RecoveryCodes, SecondFactorSetup } from '@guilde/contracts/auth.ts';
import { totpAt } from '../src/auth/second-factor/totp.ts';
import type { Client } from './client.ts';
import type { Guilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { granted } from './scenes.ts';

/** What a member has on the phone and on paper. */
export type Authenticator = {
  /** The next code: the clock goes on, since none works twice. */
  code: () => string;
  recoveryCodes: string[];
};

const STEP_MS = 30_000;

/** The way that the settings lead. */
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
