/** A UUID of version 4; `crypto.randomUUID` exists only on https and localhost. */
export function newUuid(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const value = Number(digit);
    const [random = 0] = (crypto as Crypto).getRandomValues(new Uint8Array(1));
    return (value ^ (random & (15 >> (value / 4)))).toString(16);
  });
}
