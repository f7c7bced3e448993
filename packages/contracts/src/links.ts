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

/** They are read in the query too, where the first specification has them. `search` and `hash` include `?` and `#`. */
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
