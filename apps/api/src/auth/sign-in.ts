import { AppError } from '@guilde/contracts/errors.ts';
import type { AuthDeps } from './better-auth.ts';
import type { Entry } from './entry.ts';
import { type Caller, knownDevice } from './known-devices.ts';
import { SIGN_IN } from './limits.ts';

type SignInDeps = Pick<AuthDeps, 'auth' | 'config' | 'db' | 'secrets' | 'clock' | 'limits'>;

type Admission = { succeeded: () => Promise<void>; notVerified: () => Promise<void> };

export async function signIn(
  deps: SignInDeps,
  input: { email: string; password: string },
  caller: Caller,
): Promise<Entry> {
  const admission = await admit(deps, input.email, caller);
  try {
    const entry = await deps.auth.signIn(input.email, input.password, caller.userAgent);
    await admission.succeeded();
    return entry;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_BUSY') await admission.notVerified();
    throw error;
  }
}

/** A known device has attempts of its own; others have those of their network. */
async function admit(deps: SignInDeps, email: string, caller: Caller): Promise<Admission> {
  const { limits } = deps;
  const device = await knownDevice(deps, email, caller.cookies);
  if (device) {
    await limits.consume(SIGN_IN.device, device);
    return {
      succeeded: () => limits.reset(SIGN_IN.device, device),
      notVerified: () => limits.refund(SIGN_IN.device, device),
    };
  }
  const { address } = caller.source;
  const attempt = `${address} ${email}`;
  await limits.consume(SIGN_IN.address, address);
  const rank = await limits.consume(SIGN_IN.attempt, attempt);
  await limits.throttle(SIGN_IN.account, email, rank);
  return {
    succeeded: async () => {
      await limits.reset(SIGN_IN.attempt, attempt);
      await limits.refund(SIGN_IN.account, email);
    },
    notVerified: async () => {
      await limits.refund(SIGN_IN.attempt, attempt);
      await limits.refund(SIGN_IN.account, email);
    },
  };
}
