import { SILENT_HOURS } from '@guilde/contracts/incidents/rules.ts';
import { and, isNull, lte } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { lookForIncidents } from './detection.ts';
import { endIncident } from './incidents.ts';
import { incidents } from './tables.ts';
import { tellPart } from './telling.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export function startIncidents(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>): void {
  deps.jobs.handle('sos.tools', (payload) => lookForIncidents(deps, payload));
  deps.jobs.handle('incident.tell', (payload) => tellPart(deps, payload));
  deps.jobs.every('incidents.end', 10 * MINUTE_MS, () => endSilent(deps));
}

/** Ends the incidents that had no vote and no SOS for hours. */
export function endSilent(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>): Promise<void> {
  return deps.db.write(async (tx) => {
    const silentSince = deps.clock.now() - SILENT_HOURS * HOUR_MS;
    const silent = await tx.orm
      .select({ id: incidents.id })
      .from(incidents)
      .where(and(isNull(incidents.endedAt), lte(incidents.lastActivityAt, silentSince)));
    for (const { id } of silent) await endIncident(tx, deps, id, 'quiet');
  });
}
