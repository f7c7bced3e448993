import { linkWith } from '@guilde/contracts/links.ts';
import { OUTCOME_DAYS, type OutcomeDays } from '@guilde/contracts/outcomes/rules.ts';
import type { Secrets } from '../platform/secrets.ts';

export type QuestionKey = { sosId: string; afterDays: OutcomeDays; askedAt: number };

type Purpose = 'outcome' | 'outcome-details';

export function answerPath(secrets: Secrets, key: QuestionKey): string {
  return linkWith('/tient', { token: tokenFor(secrets, 'outcome', key) });
}

/** Only a member who has answered gets the token of « outcome-details ». */
export function tokenFor(secrets: Secrets, purpose: Purpose, key: QuestionKey): string {
  const value = signedText(key);
  return `${value}.${secrets.sign(purpose, value)}`;
}

/** Returns null when the token is forged. */
export function keyIn(secrets: Secrets, purpose: Purpose, token: string): QuestionKey | null {
  const [sosId = '', days = '', asked = '', signature = ''] = token.split('.');
  const afterDays = OUTCOME_DAYS.find((known) => String(known) === days);
  if (!afterDays || !/^\d{1,15}$/.test(asked)) return null;
  const key = { sosId, afterDays, askedAt: Number(asked) };
  return secrets.verify(purpose, signedText(key), signature) ? key : null;
}

function signedText({ sosId, afterDays, askedAt }: QuestionKey): string {
  return `${sosId}.${afterDays}.${askedAt}`;
}
