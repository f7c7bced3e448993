import type { z } from 'zod';
import type { memberActsInput } from './member-acts-input.ts';
import type { MEMBER_ACTS } from './member-acts-options.ts';
import type { memberActsOutput } from './member-acts-output.ts';

export type MemberAct = (typeof MEMBER_ACTS)[number]['id'];
export type MemberActs = z.output<typeof memberActsInput>;
export type MemberActResult = z.infer<typeof memberActsOutput>[number];
