import { toolsOf } from '@guilde/contracts/incidents/rules.ts';
import type { createSosInput } from '@guilde/contracts/sos/input.ts';
import type { z } from 'zod';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sosTools } from './tables.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** The job handles a new SOS about tools that others use too. */
    'sos.tools': { sosId: string };
  }
}

/** A correction of the text changes nothing (docs/specification.md#incidents). */
export async function storeTools(
  tx: Tx,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  sos: Pick<z.output<typeof createSosInput>, 'id' | 'tool' | 'title' | 'description'>,
): Promise<void> {
  const tools = toolsOf(sos);
  if (tools.length === 0) return;
  const createdAt = clock.now();
  await tx.orm.insert(sosTools).values(tools.map((tool) => ({ tool, sosId: sos.id, createdAt })));
  await jobs.enqueue(tx, 'sos.tools', { sosId: sos.id });
}
