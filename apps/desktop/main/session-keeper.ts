import { z } from 'zod';
import type { SafeStorage } from './electron.ts';
import { readIfThere, remove, writePrivately } from './files.ts';

const COOKIE = /(?:^|,\s*)((?:__Host-)?guilde\.session_token)=([^;,\s]*)([^,]*)/g;

/** A cookie without an age gets this one; the server decides anyway. */
const UNLIMITED_SECONDS = 30 * 86_400;

const storedSession = z.object({
  server: z.string(),
  name: z.string(),
  value: z.string().min(1),
  expiresAt: z.number(),
});
type StoredSession = z.output<typeof storedSession>;

type SessionPlace = 'opening' | 'waiting' | 'kept' | 'memory';

export type SessionKeeper = {
  /** Gives `name=value` for a `Cookie` header, or null for a visitor. */
  cookie: () => string | null;
  /** `Set-Cookie` lines are ignored when the session `asked` is no longer ours. */
  receive: (setCookies: string[], asked: string | null) => Promise<void>;
  forget: () => Promise<void>;
  place: () => SessionPlace;
  /** The stored session is known, or `PATIENCE_MS` has passed. */
  opened: Promise<void>;
  onChange: (listener: () => void) => void;
  /** `adopted` means that the stored session arrived after the app was shown without it. */
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

/** A keyring may ask for its password, so the first calls wait this long. */
const PATIENCE_MS = 1500;

/**
 * The session is not in Chromium's cookie jar, so that no page and no redirect can carry it, and on disk only
 * under a key of the system (docs/desktop.md#the-session-and-the-keyring).
 */
export function openSessionKeeper(deps: KeeperDeps): SessionKeeper {
  let place: SessionPlace = 'opening';
  let current: StoredSession | null = null;
  let hasChanged = false;
  let changed: () => void = () => undefined;
  let placed: (place: SessionPlace, adopted: boolean) => void = () => undefined;
  let saved = Promise.resolve();

  const write = () => {
    // Writes are chained, so that an older session does not overwrite a newer one.
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
 * Without a keyring, Chromium on Linux uses a key that everybody knows, and its ciphertext begins with « v10
 * ».
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

/** Another server's session, an expired and an unreadable one are null. */
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

/** A failed write costs only a sign-in at the next start. */
async function save({ safeStorage, file, report }: KeeperDeps, session: StoredSession | null): Promise<void> {
  try {
    if (session) await writePrivately(file, await safeStorage.encryptStringAsync(JSON.stringify(session)));
    else await remove(file);
  } catch (error) {
    report('The session could not be kept', error);
  }
}

/** The result is null when the last cookie ends the session, undefined without a cookie. */
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
