import { z } from 'zod';
import { component, instant, named, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { SECURITY_EVENTS } from './rules.ts';

export const securityEntryOutput = component('SecurityEntry', {
  id: z.string(),
  kind: oneOf(SECURITY_EVENTS),
  member: named.nullable(),
  addressHash: z.string().nullable(),
  actor: named.nullable(),
  source: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: instant,
});

export const securityPageOutput = pageOf(securityEntryOutput).meta({ id: 'SecurityPage' });
