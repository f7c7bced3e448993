import { AUDIT_ACTIONS } from '@guilde/contracts/audit/rules.ts';
import type { ListAddress } from '../list-address.ts';

export type JournalAddress = {
  q: string;
  action: string;
  actor: string;
  subject: string;
  from: string;
  to: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** An invalid value counts as absent. */
export function filtersOf({ q, param, chosen }: ListAddress): JournalAddress {
  const text = (name: string) => param(name) ?? '';
  const day = (name: string) => (DAY.test(text(name)) ? text(name) : '');
  return {
    q,
    action: chosen('action', ['acts', 'readings', 'all', ...AUDIT_ACTIONS.map(({ id }) => id)]),
    actor: text('actor'),
    subject: text('subject'),
    from: day('from'),
    to: day('to'),
  };
}
