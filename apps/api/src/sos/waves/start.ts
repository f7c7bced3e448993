import type { Deps } from '../../platform/deps.ts';
import { replaceAlert, runWave } from './waves.ts';

export function startWaves(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>): void {
  deps.jobs.handle('sos.wave', (payload) => runWave(deps, payload));
  deps.jobs.handle('sos.wave-place', (payload) => replaceAlert(deps, payload), { personal: true });
}
