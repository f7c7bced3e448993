import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const LIMIT_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
/** These obsolete addresses carry an IPv4 address, which may be private. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

export type PostOutcome = { is: 'answered'; status: number } | { is: 'private' | 'unreachable' | 'timeout' };

type Lookup = (hostname: string, options: object, done: LookupDone) => void;
type LookupDone = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

const lookupAll: Lookup = (hostname, options, done) =>
  systemLookup(hostname, { ...options, all: true }, done);

class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/** Private, local, shared, reserved and translated addresses are not public. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE));
}

/** A connection asks it, so that the checked address is the one that is used, also after a change of DNS. */
function publicLookup(lookup: Lookup): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, options, (error, addresses) => {
      if (error) return done(error, []);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddressError(hostname), []);
      const [first] = addresses;
      return options.all || !first ? done(null, addresses) : done(null, first.address, first.family);
    });
}

/** An IP address in a URL is never looked up. */
function literalOf(url: string): string | null {
  const name = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) === 0 ? null : name;
}

/** Says where a name leads now; each call of `postPublicly` asks again. */
export function whereItLeads(url: string, lookup = lookupAll): Promise<'public' | 'private' | 'nowhere'> {
  const literal = literalOf(url);
  if (literal !== null) return Promise.resolve(isPublicAddress(literal) ? 'public' : 'private');
  return new Promise((resolve) => {
    publicLookup(lookup)(new URL(url).hostname, { all: true }, (error) => {
      if (!error) resolve('public');
      else resolve(error instanceof PrivateAddressError ? 'private' : 'nowhere');
    });
  });
}

type Posted = { url: string; headers: Record<string, string>; body: string };

/**
 * Calls an address that a person has typed. It reaches public addresses only, but for `allowed`, an origin of
 * development; it follows no redirection, reads no answer and never rejects. Undici's own `fetch` is needed,
 * because Node's takes no agent of another version.
 */
export async function postPublicly(
  { url, headers, body }: Posted,
  {
    allowed,
    signal,
    lookup = lookupAll,
  }: { allowed?: string | undefined; signal?: AbortSignal; lookup?: Lookup } = {},
): Promise<PostOutcome> {
  const isAllowed = new URL(url).origin === allowed;
  const literal = literalOf(url);
  if (!isAllowed && literal !== null && !isPublicAddress(literal)) return { is: 'private' };
  const { Agent, fetch } = await import('undici');
  const agent = new Agent({
    connect: { timeout: LIMIT_MS, ...(isAllowed ? {} : { lookup: publicLookup(lookup) }) },
    headersTimeout: LIMIT_MS,
    bodyTimeout: LIMIT_MS,
    maxResponseSize: ANSWER_MAX_BYTES,
  });
  const limit = AbortSignal.timeout(LIMIT_MS);
  const ends = signal ? AbortSignal.any([limit, signal]) : limit;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: ends,
      dispatcher: agent,
    });
    return { is: 'answered', status: answer.status };
  } catch (error) {
    if (error instanceof Error && error.cause instanceof PrivateAddressError) return { is: 'private' };
    return { is: limit.aborted ? 'timeout' : 'unreachable' };
  } finally {
    await agent.destroy();
  }
}
