import type { Deps } from '../platform/deps.ts';
import { type Caller, knownDevice } from './known-devices.ts';
import { LINKS, LINKS_OF_ACCOUNT } from './limits.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** `known` means a request from a known device. */
    'auth.reset-request': { email: string; known?: boolean };
    'auth.confirmation-request': { email: string; known?: boolean };
  }
}

type LinkKind = keyof typeof LINKS;

/** So many requests of strangers an hour count per account; later ones share a mail. */
const AT_ONCE = 5;
const COALESCE_MS = 5 * 60_000;

/**
 * The look-up is a job, so that the answer and its duration do not reveal whether the account exists. Throws
 * RATE_LIMITED.
 */
export async function requestMailedLink(
  deps: Pick<Deps, 'db' | 'jobs' | 'limits' | 'secrets' | 'config' | 'clock'>,
  kind: LinkKind,
  email: string,
  caller: Caller,
): Promise<void> {
  const { db, jobs, secrets } = deps;
  const device = await knownDevice(deps, email, caller.cookies);
  const coalesced = (await isThrottled(deps, kind, email, caller, device))
    ? { key: `${kind}:${secrets.sign('link-request', email)}`, delay: COALESCE_MS }
    : {};
  await db.write((tx) =>
    jobs.enqueue(tx, `auth.${kind}-request`, { email, known: device !== null }, coalesced),
  );
}

async function isThrottled(
  { limits }: Pick<Deps, 'limits'>,
  kind: LinkKind,
  email: string,
  caller: Caller,
  device: string | null,
): Promise<boolean> {
  if (device) {
    await limits.consume(LINKS[kind].device, device);
    return false;
  }
  const { address } = caller.source;
  await limits.consume(LINKS[kind].address, address);
  await limits.consume(LINKS[kind].attempt, `${address} ${email}`);
  return (await limits.count(LINKS_OF_ACCOUNT, `${kind} ${email}`)) > AT_ONCE;
}
