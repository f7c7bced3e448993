import type { Deps } from '../../platform/deps.ts';
import { purgeAlerts } from './alerts.ts';
import { describeWaves } from './told.ts';
import { replaceAlert, runWave } from './waves.ts';

const DAY_MS = 86_400_000;

export function startWaves(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>): void {
  describeWaves(deps);
  deps.jobs.handle('sos.wave', (payload) => runWave(deps, payload));
  deps.jobs.handle('sos.wave-place', (payload) => replaceAlert(deps, payload), { personal: true });
  deps.jobs.every('sos.alerts-purge', DAY_MS, () => purgeAlerts(deps));
}
