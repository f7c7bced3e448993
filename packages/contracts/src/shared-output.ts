import { z } from 'zod';

/** ISO 8601, UTC. */
export const instant = z.iso.datetime();

export const done = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

export const named = z.object({ id: z.string(), name: z.string() });

/** `nextCursor` is null at the end. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
