import { z } from 'zod';

/** Programs read the members of a problem (RFC 9457) or `error`, which the clients read and which says more. */
export function refusalOutput<Code extends string>(codes: readonly Code[]) {
  return z.object({
    type: z.string(),
    title: z.string(),
    status: z.number(),
    detail: z.string(),
    error: z.object({
      code: z.enum(codes),
      message: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      fields: z.record(z.string(), z.string()),
      requestId: z.string(),
    }),
  });
}
