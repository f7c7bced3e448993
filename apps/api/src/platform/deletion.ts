import type { RetentionRule } from '@guilde/contracts/retention/rules.ts';

/** The part of a rule that one table has. `now` in milliseconds. */
export type Deletion = {
  rule: RetentionRule;
  table: string;
  /** Rows that would go. */
  count: (now: number) => Promise<number>;
  /** Removes some of them in one transaction; 0 when none is left. */
  step: (now: number) => Promise<number>;
};
