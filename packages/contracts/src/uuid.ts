/** The contracts use neither the browser's types nor Node's, so it is declared here. */
declare const crypto: { getRandomValues: (bytes: Uint8Array) => Uint8Array };

/**
 * Version 7 (RFC 9562) begins with the time in milliseconds, so that rows stored one after the other are
 * neighbours in the index. `crypto.randomUUID` is not used, because it exists only on https and localhost.
 */
export function newUuid(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  const random = crypto.getRandomValues(new Uint8Array(10));
  // RFC 9562 fixes the variant bits.
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(1, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}
