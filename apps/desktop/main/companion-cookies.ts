import { z } from 'zod';
import type { SafeStorage } from './electron.ts';
import { readIfThere, writePrivately } from './files.ts';

/** They hold a known device, a requested code, a pending second factor and a pending sign-up. */
const COOKIE = /(?:^|,\s*)((?:__Host-)?guilde\.(?:device|code|second_factor|sign_up))=([^;,\s]*)([^,]*)/g;
const MAX_AGE = /max-age=(-?\d+)/i;

const storedCookies = z.object({
  server: z.string(),
  cookies: z.array(z.object({ name: z.string(), value: z.string().min(1), expiresAt: z.number() })),
});
type Cookie = z.output<typeof storedCookies>['cookies'][number];

export type CompanionCookies = {
  /** Gives `name=value` for a `Cookie` header, after waiting for the keyring. */
  pairs: () => Promise<string[]>;
  /** Takes the `Set-Cookie` lines of an answer. */
  receive: (setCookies: string[]) => Promise<void>;
};

type CompanionDeps = {
  safeStorage: SafeStorage;
  /** If false, the cookies end with the app. */
  isKept: () => boolean;
  file: string;
  server: string;
  now: () => number;
  report: (what: string, error: unknown) => void;
};

/** These cookies outlive a session, and none gives access by itself. They are stored like the session. */
export function openCompanionCookies(deps: CompanionDeps): CompanionCookies {
  const cookies = new Map<string, Cookie>();
  let loaded: Promise<void> | null = null;
  let saved = Promise.resolve();
  const load = async () => {
    const isAhead = cookies.size > 0;
    for (const cookie of await stored(deps)) if (!cookies.has(cookie.name)) cookies.set(cookie.name, cookie);
    if (isAhead) await save(deps, [...cookies.values()]);
  };
  const loadIfKept = async () => {
    if (!deps.isKept()) return;
    loaded ??= load();
    await loaded;
  };
  return {
    pairs: async () => {
      await loadIfKept();
      return [...cookies.values()]
        .filter(({ expiresAt }) => expiresAt > deps.now())
        .map(({ name, value }) => `${name}=${value}`);
    },
    receive: async (setCookies) => {
      // Electron's `net.fetch` joins lines with commas, unlike Node's.
      const received = [...setCookies.join(', ').matchAll(COOKIE)];
      if (received.length === 0) return;
      // The keyring may have answered since the request left, and the file has more.
      await loadIfKept();
      for (const [, name = '', value = '', attributes = ''] of received) {
        const maxAge = Number(MAX_AGE.exec(attributes)?.[1] ?? 0);
        if (value && maxAge > 0) cookies.set(name, { name, value, expiresAt: deps.now() + maxAge * 1000 });
        else cookies.delete(name);
      }
      if (!deps.isKept()) return;
      saved = saved.then(() => save(deps, [...cookies.values()]));
      await saved;
    },
  };
}

/** Another server's cookies and unreadable ones are dropped. */
async function stored({ safeStorage, file, server }: CompanionDeps): Promise<Cookie[]> {
  const sealed = await readIfThere(file);
  if (!sealed) return [];
  try {
    const { result } = await safeStorage.decryptStringAsync(sealed);
    const kept = storedCookies.parse(JSON.parse(result));
    return kept.server === server ? kept.cookies : [];
  } catch {
    return [];
  }
}

async function save({ safeStorage, file, server, report }: CompanionDeps, cookies: Cookie[]): Promise<void> {
  try {
    await writePrivately(file, await safeStorage.encryptStringAsync(JSON.stringify({ server, cookies })));
  } catch (error) {
    report('Cookies could not be kept', error);
  }
}
