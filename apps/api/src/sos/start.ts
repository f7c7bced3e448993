import { AppError } from '@guilde/contracts/errors.ts';
import type { Deps } from '../platform/deps.ts';
import { tellFirstMessages } from './first-help.ts';
import { publishSos } from './queries.ts';
import { startWaves } from './waves/start.ts';

const FIRST_MESSAGES_EVERY_MS = 10_000;

/** The SOS may be deleted meanwhile. */
export function startSos(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>): void {
  deps.jobs.handle('sos.changed', async ({ sosId }) => {
    try {
      await deps.db.write((tx) => publishSos(tx, deps, sosId));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  });
  deps.jobs.every('sos.first-messages', FIRST_MESSAGES_EVERY_MS, () => tellFirstMessages(deps));
  startWaves(deps);
}
