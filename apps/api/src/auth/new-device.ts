import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/services/mail.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import { deviceName } from './devices.ts';
import { type Caller, knownDevice } from './known-devices.ts';
import { newDeviceMail } from './mails.ts';
import { recordSecurity } from './security-log.ts';

type EnteringDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'secrets' | 'jobs' | 'log'>;

/** A session on an unknown device is mailed to the member. */
export async function recordEntry(
  deps: EnteringDeps,
  opens: 'session' | 'second-factor',
  { email, reason, caller }: { email: string; reason: string; caller: Caller },
): Promise<void> {
  const isNew = opens === 'session' && !(await knownDevice(deps, email, caller.cookies));
  const kind = opens === 'session' ? 'sign-in' : 'second-factor.asked';
  await deps.db.write(async (tx) => {
    await recordSecurity(tx, deps, { kind, account: { email }, source: caller.source, reason });
    if (isNew) await tellNewDevice(tx, deps, email, caller.userAgent);
  });
}

/** A member gets ten mails a day at most. */
export async function tellNewDevice(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  email: string,
  userAgent: string,
): Promise<void> {
  const now = deps.clock.now();
  if (await consumeMailQuota(tx, 'new-device', { to: email, now })) return;
  await queueMail(deps, tx, newDeviceMail(email, deviceName(userAgent), now));
}
