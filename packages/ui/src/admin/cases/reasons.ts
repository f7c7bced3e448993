import { REASON_MAX } from '@guilde/contracts/admin.ts';
import { CONDUCT_RULES, ruleIds, ruleSentence } from '@guilde/contracts/conduct.ts';

/** What every measure asks for. */
export const measureReason = {
  reason: { label: 'Motif', isRequired: true, maxLength: REASON_MAX },
  choice: {
    label: 'Règle enfreinte : il est interdit…',
    placeholder: 'Choisis une règle',
    options: CONDUCT_RULES.map(({ id, text }) => ({ value: id, label: text })),
  },
};

/** What the withdrawal of an article asks for. */
export const articleReason = {
  reason: measureReason.reason,
  choice: {
    label: 'Règle',
    placeholder: 'Choisis une règle',
    options: ruleIds.map((id) => ({ value: id, label: ruleSentence(id) })),
  },
};
