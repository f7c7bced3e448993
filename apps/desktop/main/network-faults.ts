import { NETWORK_FAULTS, type NetworkFault } from '@guilde/contracts/network-faults.ts';

/** It has the times and causes of failed calls, for support, without addresses of pages and without texts. */
export type NetworkFaults = {
  /** Takes what made a call fail, and returns what the page gets in place of an answer. */
  answer: (error: unknown) => Response;
  /** Takes an answer of the server, which may be that of a proxy. */
  look: (answer: Response) => void;
  /** The server stopped in the middle of its answer to this address. */
  stopped: (address: string) => void;
  /** It did so since the last question about the address. */
  fellSilent: (address: string) => boolean;
  lines: () => string[];
};

/** The server accepted the call and did not answer in time. */
export class SilentServer extends Error {}

const KEPT = 5;

/** Chromium's names of errors, the first that fits: a name in nobody's register counts as no server. */
const CAUSES: readonly [RegExp, NetworkFault][] = [
  [/ERR_(INTERNET_DISCONNECTED|NETWORK_ACCESS_DENIED|NETWORK_CHANGED)/, 'offline'],
  [/ERR_SSL_PROTOCOL_ERROR|ERR_INVALID_(HTTP_)?RESPONSE|ERR_INVALID_REDIRECT|redirect policy/, 'notGuilde'],
  [/ERR_(CERT_|SSL_|BAD_SSL_)/, 'untrusted'],
];

export function createNetworkFaults(now: () => Date): NetworkFaults {
  const silent = new Set<string>();
  const last: { cause: string; count: number; at: string }[] = [];
  const note = (cause: string) => {
    const at = now().toISOString();
    const same = last.at(-1);
    if (same?.cause === cause) Object.assign(same, { at, count: same.count + 1 });
    else last.push({ cause, count: 1, at });
    if (last.length > KEPT) last.shift();
  };
  return {
    answer: (error) => {
      const cause = causeOf(error);
      const fault = faultOf(error, cause);
      note(`${fault} (${cause})`);
      const body = {
        code: 'UNREACHABLE',
        message: NETWORK_FAULTS[fault],
        params: {},
        fields: {},
        requestId: '',
      };
      return Response.json({ error: body }, { status: 503, headers: { 'cache-control': 'no-store' } });
    },
    look: ({ status, headers }) => {
      const type = headers.get('content-type') ?? 'no type';
      if (status >= 500 || type.startsWith('text/html')) note(`HTTP ${status} (${type})`);
    },
    stopped: (address) => {
      note('silent (no further byte in time)');
      silent.add(address);
    },
    fellSilent: (address) => silent.delete(address),
    lines: () => last.map(({ cause, count, at }) => `${at} ${cause}${count > 1 ? `, ${count} times` : ''}`),
  };
}

/** The message of another error may have an address, so only its kind is given. */
function causeOf(error: unknown): string {
  if (error instanceof SilentServer) return 'no answer in time';
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return /ERR_\w+|redirect policy/.exec(message)?.[0] ?? name;
}

function faultOf(error: unknown, cause: string): NetworkFault {
  if (error instanceof SilentServer) return 'silent';
  return CAUSES.find(([pattern]) => pattern.test(cause))?.[1] ?? 'noServer';
}
