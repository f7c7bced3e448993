import type { RetentionRule } from '@guilde/contracts/retention/rules.ts';

/** A deletion applies a rule to one table. `now` is in milliseconds. */
export type Deletion = {
  rule: RetentionRule;
  table: string;
  count: (now: number) => Promise<number>;
  /** Removes some rows in one transaction, and returns 0 when none was left. */
  step: (now: number) => Promise<number>;
};
