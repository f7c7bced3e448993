import { hideIbans } from './bank-numbers.ts';
import { ADDRESSES, EMAILS, PHONES } from './contact-patterns.ts';
import { applyRules, MASKS } from './mask-rules.ts';
import { ACCOUNTS, NUMBERS, PARCELS, SECRETS } from './number-patterns.ts';

/**
 * The text with e-mail addresses, telephone, bank, card, company and order numbers, streets and keys hidden. No pattern
 * takes more than linear time: each is of bounded length, or begins only where a run of its characters begins. What is
 * of one form for certain comes before what could be a part of it: keys before telephones, telephones before orders.
 */
export function hidePatterns(text: string): string {
  const withoutMails = applyRules(EMAILS, text);
  const withoutIbans = hideIbans(withoutMails, MASKS.bank);
  return applyRules([...SECRETS, ...ACCOUNTS, ...PARCELS, ...PHONES, ...ADDRESSES, ...NUMBERS], withoutIbans);
}
