import { z } from 'zod';
import { instant, named, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { SECURITY_EVENTS } from './rules.ts';

export const securityEntryOutput = z
  .object({
    id: z.string(),
    kind: oneOf(SECURITY_EVENTS),
    member: named.nullable(),
    addressHash: z.string().nullable(),
    actor: named.nullable(),
    source: z.string().nullable(),
    reason: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'SecurityEntry' });

export const securityPageOutput = pageOf(securityEntryOutput).meta({ id: 'SecurityPage' });
