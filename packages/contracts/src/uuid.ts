/** In browsers and Node alike; the contracts are written for neither's types. */
declare const crypto: { getRandomValues: (bytes: Uint8Array) => Uint8Array };

/**
 * An id that a client makes: a UUID of version 7 (RFC 9562), which begins with its time in milliseconds. What is stored
 * one after the other then lies side by side in the server's index, where random ids would touch a page each. Without
 * `crypto.randomUUID`, which exists only on https and localhost.
 */
export function newUuid(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  const random = crypto.getRandomValues(new Uint8Array(10));
  // The two bits that say whose layout this is.
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(1, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}
