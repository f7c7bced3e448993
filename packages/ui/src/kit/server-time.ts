/** Answers say their second only, and a page may keep one for a moment before it reads it. */
const TOLERANCE_MS = 5000;

let ahead = 0;

/** Call it with the time that the server has just sent, in milliseconds; what is no number is ignored. */
export function noteServerTime(time: number): void {
  if (Math.abs(time - serverNow()) > TOLERANCE_MS) ahead = time - Date.now();
}

/** Returns the server’s time, in milliseconds. The clock of the device may be wrong, and rules of the server go by its own. */
export function serverNow(): number {
  return Date.now() + ahead;
}
