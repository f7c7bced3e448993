export type LinkSecrets = { token?: string | undefined; proof?: string | undefined };

const NAMES = ['token', 'proof'] as const;
/** No secret of ours is as long. */
const SECRET_MAX = 200;

/** The secret is in the fragment, which browsers send to no server and in no `Referer`. */
export function linkWith(address: string, secrets: LinkSecrets): string {
  const pairs = NAMES.map((name) => [name, secrets[name]] as const).filter(([, value]) => value);
  const fragment = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  return fragment ? `${address}#${fragment}` : address;
}

/** `hash` includes `#`. */
export function secretsIn({ hash }: { hash: string }): LinkSecrets {
  return { token: valueIn(hash, 'token'), proof: valueIn(hash, 'proof') };
}

function valueIn(hash: string, name: string): string | undefined {
  const pair = hash
    .slice(1)
    .split('&')
    .find((candidate) => candidate.startsWith(`${name}=`));
  return decoded(pair?.slice(name.length + 1, name.length + 1 + 3 * SECRET_MAX) ?? '') || undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
