/** Of invitations, confirmations and resets. */
export type LinkSecrets = { token?: string | undefined; proof?: string | undefined };

const NAMES = ['token', 'proof'] as const;
/** Longer than any secret of ours. */
const SECRET_MAX = 200;

/** In the fragment, which browsers send to no server and name to no other page. */
export function linkWith(address: string, secrets: LinkSecrets): string {
  const pairs = NAMES.map((name) => [name, secrets[name]] as const).filter(([, value]) => value);
  const fragment = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  return fragment ? `${address}#${fragment}` : address;
}

/** The query has those of earlier versions. `search` and `hash` with `?` and `#`. */
export function secretsIn({ search, hash }: { search: string; hash: string }): LinkSecrets {
  const read = (name: (typeof NAMES)[number]) => valueIn(hash, name) || valueIn(search, name) || undefined;
  return { token: read('token'), proof: read('proof') };
}

function valueIn(part: string, name: string): string {
  const pair = part
    .slice(1)
    .split('&')
    .find((candidate) => candidate.startsWith(`${name}=`));
  return decoded(pair?.slice(name.length + 1, name.length + 1 + 3 * SECRET_MAX) ?? '');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
