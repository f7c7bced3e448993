import { z } from 'zod';

export const instant = z.iso.datetime();

export const done = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

export const named = z.object({ id: z.string(), name: z.string() });

/** `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
