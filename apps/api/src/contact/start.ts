import type { Deps } from '../platform/deps.ts';
import { purgeContactMessages } from './contact.ts';

const DAY_MS = 86_400_000;

export function startContact(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('contact.purge', DAY_MS, () => purgeContactMessages(deps));
}
