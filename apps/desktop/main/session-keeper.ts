import { z } from 'zod';
import type { SafeStorage } from './electron.ts';
import { readIfThere, remove, writePrivately } from './files.ts';

const COOKIE = /(?:^|,\s*)((?:__Host-)?guilde\.session_token)=([^;,\s]*)([^,]*)/g;

/** A cookie without an age is kept for so long; the server decides anyway. */
const UNLIMITED_SECONDS = 30 * 86_400;

const storedSession = z.object({
  server: z.string(),
  name: z.string(),
  value: z.string().min(1),
  expiresAt: z.number(),
});
type StoredSession = z.output<typeof storedSession>;

/**
 * Where the session lives: `opening` and then, after a while, `waiting` until the system's keyring has answered; `kept`
 * across starts, or `memory` where the system has no safe place for a secret and the session ends with the app.
 */
type SessionPlace = 'opening' | 'waiting' | 'kept' | 'memory';

export type SessionKeeper = {
  /** `name=value` for a `Cookie` header, or null for a visitor. */
  cookie: () => string | null;
  /**
   * What the server set in an answer to a call that was made with `asked` (as `cookie` gave it): a session to keep, or
   * the end of one. An answer about a session that is no longer ours changes nothing.
   */
  receive: (setCookies: string[], asked: string | null) => Promise<void>;
  /** The session has ended elsewhere. */
  forget: () => Promise<void>;
  place: () => SessionPlace;
  /** Resolves once the session of the last time is known, or the keyring has been waited for long enough. */
  opened: Promise<void>;
  /** Somebody signed in or out, or as somebody else. */
  onChange: (listener: () => void) => void;
  /** The place has changed; `adopted`: a session of the last time has come after somebody had seen the app without it. */
  onPlace: (listener: (place: SessionPlace, adopted: boolean) => void) => void;
};

type KeeperDeps = {
  safeStorage: SafeStorage;
  platform: NodeJS.Platform;
  file: string;
  server: string;
  now: () => number;
  report: (what: string, error: unknown) => void;
};

/** A keyring that asks for its password may take as long as a person does; the first calls wait this long, in milliseconds. */
const PATIENCE_MS = 1500;

/**
 * Holds the session for the whole app. The server gives it as a cookie; it is kept here rather than in Chromium's cookie
 * jar so that no page and no redirect can ever carry it, and on the disk only under a key of the system (safeStorage:
 * Keychain, DPAPI, libsecret or KWallet). Where Linux has none of these it stays in memory, and the person is told.
 */
export function openSessionKeeper(deps: KeeperDeps): SessionKeeper {
  let place: SessionPlace = 'opening';
  let current: StoredSession | null = null;
  let hasChanged = false;
  let changed: () => void = () => undefined;
  let placed: (place: SessionPlace, adopted: boolean) => void = () => undefined;
  let saved = Promise.resolve();

  const write = () => {
    // One after the other, and always the newest: an older one that ends later must not come back to the disk.
    saved = saved.then(() => save(deps, place === 'kept' ? current : null));
    return saved;
  };
  const isPending = () => place === 'opening' || place === 'waiting';
  const change = async (next: StoredSession | null) => {
    const before = current;
    current = next;
    hasChanged = true;
    if (before?.value !== next?.value) changed();
    // A new session waits for the keyring; the end of one need not.
    if (!isPending() || next === null) await write();
  };
  const open = async () => {
    const isSafe = await hasSafePlace(deps);
    const found = isSafe ? await stored(deps) : null;
    const isLate = place === 'waiting';
    place = isSafe ? 'kept' : 'memory';
    const isAdopted = !hasChanged && found !== null;
    if (isAdopted) {
      current = found;
      changed();
    } else if (hasChanged) void write();
    placed(place, isAdopted && isLate);
  };
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    place = 'waiting';
    placed(place, false);
    patience.resolve();
  }, PATIENCE_MS);
  timer.unref();
  void open().finally(() => {
    clearTimeout(timer);
    patience.resolve();
  });
  const cookie = () => {
    if (!current || current.expiresAt <= deps.now()) return null;
    return `${current.name}=${current.value}`;
  };
  return {
    cookie,
    receive: async (setCookies, asked) => {
      const received = sessionAmong(setCookies, deps);
      if (received === undefined || (!received && !current)) return;
      const isStale = asked !== cookie() && (!received || `${received.name}=${received.value}` === asked);
      if (!isStale) await change(received);
    },
    forget: async () => {
      if (current) await change(null);
    },
    place: () => place,
    opened: patience.promise,
    onChange: (next) => {
      changed = next;
    },
    onPlace: (next) => {
      placed = next;
    },
  };
}

/**
 * Whether a secret is safe there. On Linux Chromium always has some key, and where it found no keyring that is one which
 * everybody knows: what it seals then begins with « v10 ». The desktop's name says nothing about it.
 */
async function hasSafePlace({ safeStorage, platform }: KeeperDeps): Promise<boolean> {
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
    return platform !== 'linux' || !isUnderKnownKey(await safeStorage.encryptStringAsync('probe'));
  } catch {
    return false;
  }
}

const isUnderKnownKey = (sealed: Buffer) => sealed.subarray(0, 3).toString('latin1') === 'v10';

/** The session of the last time; nothing when it is somebody else's server, too old or unreadable. */
async function stored(deps: KeeperDeps): Promise<StoredSession | null> {
  const sealed = await readIfThere(deps.file);
  if (!sealed) return null;
  if (deps.platform === 'linux' && isUnderKnownKey(sealed)) {
    await remove(deps.file);
    return null;
  }
  try {
    const { result, shouldReEncrypt } = await deps.safeStorage.decryptStringAsync(sealed);
    const session = storedSession.parse(JSON.parse(result));
    if (session.server !== deps.server || session.expiresAt <= deps.now()) return null;
    if (shouldReEncrypt) await save(deps, session);
    return session;
  } catch {
    return null;
  }
}

/** A disk that refuses costs the next start a sign-in, not this one. */
async function save({ safeStorage, file, report }: KeeperDeps, session: StoredSession | null): Promise<void> {
  try {
    if (session) await writePrivately(file, await safeStorage.encryptStringAsync(JSON.stringify(session)));
    else await remove(file);
  } catch (error) {
    report('The session could not be kept', error);
  }
}

/**
 * The newest session among `Set-Cookie` lines, null when the last one ends it, undefined when none speaks of it.
 * Electron's `net.fetch` joins several lines with commas, Node's does not: both are read.
 */
function sessionAmong(
  lines: string[],
  { server, now }: Pick<KeeperDeps, 'server' | 'now'>,
): StoredSession | null | undefined {
  const last = [...lines.join(', ').matchAll(COOKIE)].at(-1);
  if (!last) return undefined;
  const [, name = '', value = '', attributes = ''] = last;
  const maxAge = Number(/max-age=(-?\d+)/i.exec(attributes)?.[1] ?? UNLIMITED_SECONDS);
  if (!value || maxAge <= 0) return null;
  return { server, name, value, expiresAt: now() + maxAge * 1000 };
}
