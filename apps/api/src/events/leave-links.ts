import { linkWith } from '@guilde/contracts/links.ts';
import type { Deps } from '../platform/deps.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { eventSeats } from './tables.ts';

const PURPOSE = 'event-leave';

export type SeatKey = Pick<typeof eventSeats.$inferSelect, 'eventId' | 'memberId' | 'answeredAt'>;

/** The link holds for the answer that it is about, so that it works once and not for a later answer. */
export function leaveLink(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  seat: SeatKey,
): { label: string; url: string } {
  const token = `${signedText(seat)}.${secrets.sign(PURPOSE, signedText(seat))}`;
  return { label: 'Je ne viens plus', url: linkWith(`${config.publicUrl}/je-ne-viens-plus`, { token }) };
}

/** Returns null when the token is forged. */
export function seatIn(secrets: Secrets, token: string): SeatKey | null {
  const [eventId = '', memberId = '', answered = '', signature = ''] = token.split('.');
  if (!/^\d{1,15}$/.test(answered)) return null;
  const key = { eventId, memberId, answeredAt: Number(answered) };
  return secrets.verify(PURPOSE, signedText(key), signature) ? key : null;
}

function signedText({ eventId, memberId, answeredAt }: SeatKey): string {
  return `${eventId}.${memberId}.${answeredAt}`;
}
