import { hideIbans } from './bank-numbers.ts';
import { ADDRESSES, EMAILS, PHONES } from './contact-patterns.ts';
import { applyRules, MASKS } from './mask-rules.ts';
import { ACCOUNTS, NUMBERS, PARCELS, SECRETS } from './number-patterns.ts';

/** Every pattern takes linear time. Keys come before telephones, telephones before orders. */
export function hidePatterns(text: string): string {
  const withoutMails = applyRules(EMAILS, text);
  const withoutIbans = hideIbans(withoutMails, MASKS.bank);
  return applyRules([...SECRETS, ...ACCOUNTS, ...PARCELS, ...PHONES, ...ADDRESSES, ...NUMBERS], withoutIbans);
}
