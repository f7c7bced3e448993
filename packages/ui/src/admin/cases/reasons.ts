import { REASON_MAX } from '@guilde/contracts/admin/rules.ts';
import {
  articleRuleIds,
  CONDUCT_RULES,
  eventRuleIds,
  type RuleId,
  ratingRuleIds,
  ruleSentence,
} from '@guilde/contracts/reports/conduct.ts';

export const requiredReason = { label: 'Motif', isRequired: true, maxLength: REASON_MAX };
export const optionalReason = { ...requiredReason, isRequired: false };
export const journalNote = { ...optionalReason, label: 'Note pour le journal' };

/** A measure weighs on somebody, so that its button has not the colour of what is going well. */
export const measureReason = {
  confirmVariant: 'premium' as const,
  reason: requiredReason,
  choice: {
    label: 'Règle enfreinte : il est interdit…',
    placeholder: 'Choisis une règle',
    options: CONDUCT_RULES.map(({ id, text }) => ({ value: id, label: text })),
  },
};

const reasonWith = (ids: readonly RuleId[]) => ({
  reason: requiredReason,
  choice: {
    label: 'Règle',
    placeholder: 'Choisis une règle',
    options: ids.map((id) => ({ value: id, label: ruleSentence(id) })),
  },
});

export const articleReason = reasonWith(articleRuleIds);
export const eventReason = reasonWith(eventRuleIds);
export const ratingReason = reasonWith(ratingRuleIds);
