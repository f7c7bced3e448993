import { z } from 'zod';
import { component, instant, named, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from './rules.ts';

export const auditValuesOutput = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

export const auditEntryOutput = component('AuditEntry', {
  id: z.string(),
  actorId: z.string(),
  actorName: z.string(),
  action: oneOf(AUDIT_ACTIONS),
  subjectType: oneOf(AUDIT_SUBJECTS),
  subjectId: z.string(),
  subjectLabel: z.string(),
  before: auditValuesOutput.nullable(),
  after: auditValuesOutput.nullable(),
  reason: z.string(),
  createdAt: instant,
});

export const auditDetailOutput = auditEntryOutput
  .extend({ names: z.record(z.string(), z.string()) })
  .meta({ id: 'AuditDetail' });

export const auditPageOutput = pageOf(auditEntryOutput)
  .extend({ actors: z.array(named) })
  .meta({ id: 'AuditPage' });
