import { linkWith } from '@guilde/contracts/links.ts';
import { OUTCOME_DAYS, type OutcomeDays } from '@guilde/contracts/outcomes/rules.ts';
import type { Secrets } from '../platform/secrets.ts';

/** The question of one resolution: another resolution of the same SOS is asked at another instant. */
export type QuestionKey = { sosId: string; afterDays: OutcomeDays; askedAt: number };

type Purpose = 'outcome' | 'outcome-details';

/** In the application; the page asks, and opening it changes nothing. */
export function answerPath(secrets: Secrets, key: QuestionKey): string {
  return linkWith('/tient', { token: tokenFor(secrets, 'outcome', key) });
}

/** Of the answer: sentence and figure are for whoever has given it. */
export function tokenFor(secrets: Secrets, purpose: Purpose, key: QuestionKey): string {
  const value = signedText(key);
  return `${value}.${secrets.sign(purpose, value)}`;
}

/** Null when it is forged. */
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
