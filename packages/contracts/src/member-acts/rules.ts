import type { z } from 'zod';
import type { memberActsInput } from './input.ts';
import type { memberActsOutput } from './output.ts';

/** A page of the list has as many members. */
export const MEMBER_ACTS_MAX = 50;

export const MEMBER_ACTS = [
  { id: 'warn', label: 'Avertir' },
  { id: 'suspend', label: 'Suspendre' },
  { id: 'restore', label: 'Rétablir' },
  { id: 'withdraw', label: 'Retirer la certification' },
  { id: 'return', label: 'Rétablir la certification' },
] as const;

export const MEMBER_ACT_REFUSALS = [
  'NOT_FOUND',
  'ACT_ON_SELF',
  'ACT_ON_ADMINISTRATOR',
  'ALREADY_SUSPENDED',
  'NOT_SUSPENDED',
  'CERTIFICATION_UNCHANGED',
] as const;

export type MemberAct = (typeof MEMBER_ACTS)[number]['id'];
export type MemberActs = z.output<typeof memberActsInput>;
export type MemberActResult = z.infer<typeof memberActsOutput>[number];
