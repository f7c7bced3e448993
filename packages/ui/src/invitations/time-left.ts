import { plural } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** « Encore 6 jours », « Encore 5 heures », « Expire dans moins d’une heure ». */
export function timeLeft(expiresAt: string, now: number = serverNow()): string {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return 'Expirée';
  if (left < HOUR) return 'Expire dans moins d’une heure';
  if (left < DAY) return `Expire dans ${plural(Math.floor(left / HOUR), 'heure')}`;
  return `Valable encore ${plural(Math.ceil(left / DAY), 'jour')}`;
}
