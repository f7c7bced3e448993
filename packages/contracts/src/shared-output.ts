import { z } from 'zod';

/** An instant in ISO 8601, UTC. */
export const instant = z.iso.datetime();

export const done = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

/** Something with a name to show. */
export const named = z.object({ id: z.string(), name: z.string() });

/** A part of a long list. `nextCursor` asks for the next one; null at the end. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
