import { z } from 'zod';

/** Makes an answer's schema, which is a component of this name in the OpenAPI document. */
export function component<Shape extends z.core.$ZodShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

export const instant = z.iso.datetime();

export const done = component('Done', { ok: z.literal(true) });

export const named = z.object({ id: z.string(), name: z.string() });

/** `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
