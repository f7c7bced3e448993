/** Declared, since the contracts use neither the browser's types nor Node's. */
declare const crypto: { getRandomValues: (bytes: Uint8Array) => Uint8Array };

/**
 * Version 7 (RFC 9562) begins with the time in milliseconds, so that rows stored one after the other are neighbours in
 * the index. Not `crypto.randomUUID`, which exists only on https and localhost.
 */
export function newUuid(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  const random = crypto.getRandomValues(new Uint8Array(10));
  // The variant bits of RFC 9562.
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(1, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}
