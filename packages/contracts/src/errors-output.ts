import { z } from 'zod';

export function refusalOutput<Code extends string>(codes: readonly Code[]) {
  return z.object({
    error: z.object({
      code: z.enum(codes),
      message: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      fields: z.record(z.string(), z.string()),
      requestId: z.string(),
    }),
  });
}
