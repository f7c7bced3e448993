import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { PASSWORD_MIN } from '@guilde/contracts/auth/rules.ts';
import { AppError, type ErrorCode } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import { type Queries, type Tx, withRowCounts } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/services/mail.ts';
import { type Entry, enter, secondFactorOf } from './entry.ts';
import { RESET_MINUTES, resetMail } from './mails.ts';
import { hashPassword, passwordHashOf, verifyPassword } from './passwords.ts';
import { authSecret, SESSION_SECONDS, signedToken, USER_AGENT_MAX } from './sessions.ts';
import { refuseSuspended } from './suspension.ts';
import { accounts, members, sessions, verifications } from './tables.ts';

/** The only request that better-auth sees is made here, so that its cookie needs no other name. */
const COOKIE = 'session_token';
/** Our schemas limit new passwords, but better-auth applies its limit to older ones too. */
const TYPED_PASSWORD_MAX = 1024;

/** The keys are better-auth's codes. */
const REFUSALS: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'CREDENTIALS_INVALID',
  INVALID_EMAIL: 'CREDENTIALS_INVALID',
  EMAIL_NOT_VERIFIED: 'EMAIL_NOT_CONFIRMED',
  INVALID_TOKEN: 'RESET_LINK_INVALID',
  USER_NOT_FOUND: 'RESET_LINK_INVALID',
  INVALID_PASSWORD: 'PASSWORD_WRONG',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'PASSWORD_WRONG',
  UNAUTHORIZED: 'UNAUTHENTICATED',
};

type Store = (tx: Tx) => Promise<void>;

/** Each call rejects with an `AppError`. */
export type Auth = {
  /** @throws CREDENTIALS_INVALID, EMAIL_NOT_CONFIRMED, MEMBER_SUSPENDED, TOO_BUSY */
  signIn: (email: string, password: string, userAgent: string) => Promise<Entry>;
  /** An unknown address has no effect. */
  sendReset: (email: string) => Promise<unknown>;
  /**
   * `alsoStore` joins the transaction. Throws RESET_LINK_INVALID, and TOO_BUSY while the link still works.
   */
  resetPassword: (token: string, password: string, alsoStore: Store) => Promise<unknown>;
  /** @throws PASSWORD_WRONG, TOO_BUSY, UNAUTHENTICATED (the session has ended) */
  changePassword: (
    viewer: Viewer,
    passwords: { current: string; password: string },
    alsoStore: Store,
  ) => Promise<unknown>;
};

export type AuthDeps = Deps & { auth: Auth };

/** Hooks and transaction share this state of one call of better-auth. */
type Call = {
  userId?: string;
  /** The stored hash fits the given password. */
  verified?: string;
  /** The password is right, and the second factor is still needed. */
  isHalfProven?: boolean;
  alsoStore?: Store;
  /** The transaction that ends with `alsoStore` is open. */
  isStoring?: boolean;
};

/** better-auth is only a library: its routes are not mounted, and only `signUp` makes accounts. */
export function createAuth(deps: Deps): Auth {
  const { db } = deps;
  const calls = new AsyncLocalStorage<Call>();
  const { api } = betterAuth(optionsOf(deps, calls));
  const run = <T>(call: Call, work: () => Promise<T>) => calls.run(call, work).catch(throwTranslated);
  return {
    signIn: async (email, password, userAgent) => {
      const call: Call = {};
      const asked = { body: { email, password }, headers: new Headers({ 'user-agent': userAgent }) };
      const signedIn = await run(call, () => api.signInEmail(asked).catch(nullIfHalfProven(call)));
      if (!signedIn) return db.write((tx) => enterIfUnchanged(tx, deps, call, userAgent));
      const { token } = signedIn;
      if (await isUnchanged(db.orm, call)) return { opens: 'session', token };
      // A session whose password was checked during a reset would survive it.
      await db.orm.delete(sessions).where(eq(sessions.token, token));
      throw new AppError('CREDENTIALS_INVALID');
    },
    sendReset: (email) => run({}, () => api.requestPasswordReset({ body: { email } })),
    resetPassword: (token, newPassword, alsoStore) =>
      run({ alsoStore }, () => api.resetPassword({ body: { token, newPassword } })),
    changePassword: async (viewer, { current: currentPassword, password: newPassword }, alsoStore) => {
      const headers = await headersOf(deps, viewer);
      const body = { currentPassword, newPassword };
      return run({ userId: viewer.id, alsoStore }, () => api.changePassword({ body, headers }));
    },
  };
}

function optionsOf(deps: Deps, calls: AsyncLocalStorage<Call>) {
  const { config, secrets } = deps;
  return {
    baseURL: config.publicUrl,
    secret: authSecret(secrets),
    database: databaseOf(deps, calls),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    // Our own purge removes expired rows, so that expired and invalid links differ.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    emailAndPassword: passwordOptions(deps, calls),
    databaseHooks: {
      session: { create: { before: beforeSession(deps, calls) } },
      account: { update: { before: async () => requireTransaction(calls.getStore()) } },
    },
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: { name: COOKIE } },
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => randomUUID() },
    },
  } satisfies BetterAuthOptions;
}

/**
 * Each set of rows that better-auth stores is one `write`, with `alsoStore` at its end. Of several
 * simultaneous changes the first wins, because the others find another hash.
 */
function databaseOf({ db }: Deps, calls: AsyncLocalStorage<Call>) {
  const schema = { user: members, session: sessions, account: accounts, verification: verifications };
  const adapterOn = (orm: Queries) => drizzleAdapter(orm, { provider: 'sqlite', transaction: false, schema });
  return (options: BetterAuthOptions) => {
    const adapter = adapterOn(db.orm)(options);
    adapter.transaction = (work) => {
      const call = calls.getStore();
      if (call) call.isStoring = true;
      return db.write(async (tx) => {
        if (call?.verified && !(await isUnchanged(tx.orm, call))) throw new AppError('PASSWORD_WRONG');
        const result = await work(adapterOn(withRowCounts(tx.orm))(options));
        await call?.alsoStore?.(tx);
        return result;
      });
    };
    return adapter;
  };
}

function passwordOptions({ config, db, jobs }: Deps, calls: AsyncLocalStorage<Call>) {
  return {
    enabled: true,
    disableSignUp: true,
    requireEmailVerification: true,
    minPasswordLength: PASSWORD_MIN,
    maxPasswordLength: TYPED_PASSWORD_MAX,
    resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
    password: {
      hash: hashPassword,
      verify: async ({ hash, password }: { hash: string; password: string }) => {
        const isRight = await verifyPassword(hash, password);
        const call = calls.getStore();
        if (call && isRight) call.verified = hash;
        return isRight;
      },
    },
    sendResetPassword: ({ user, token }: { user: { email: string }; token: string }) =>
      db.write((tx) => queueMail({ jobs, config }, tx, resetMail(user.email, config.publicUrl, token))),
  };
}

/** better-auth calls it when the password is right, before it makes a session. */
function beforeSession({ db, secrets }: Deps, calls: AsyncLocalStorage<Call>) {
  return async (session: { userId: string; userAgent?: string | null }) => {
    const [member] = await db.orm.select().from(members).where(eq(members.id, session.userId));
    refuseSuspended(secrets, member);
    const isHalfProven = (await secondFactorOf(db.orm, session.userId)) !== null;
    Object.assign(calls.getStore() ?? {}, { userId: session.userId, isHalfProven });
    if (isHalfProven) return false;
    return { data: { ...session, userAgent: session.userAgent?.slice(0, USER_AGENT_MAX) ?? '' } };
  };
}

/** Without a transaction, better-auth would store a password but leave sessions and links open. */
function requireTransaction(call: Call | undefined): void {
  if (call?.alsoStore && !call.isStoring) throw new Error('A password is stored outside of its transaction');
}

async function isUnchanged(queries: Queries, { userId = '', verified }: Call): Promise<boolean> {
  return (await passwordHashOf(queries, { userId })) === verified;
}

/** `beforeSession` refuses the session while the second factor is needed. */
function nullIfHalfProven(call: Call): (error: unknown) => null {
  return (error) => {
    if (call.isHalfProven) return null;
    throw error;
  };
}

async function enterIfUnchanged(tx: Tx, deps: Deps, call: Call, userAgent: string): Promise<Entry> {
  if (!call.userId || !(await isUnchanged(tx.orm, call))) throw new AppError('CREDENTIALS_INVALID');
  return enter(tx, deps, call.userId, userAgent);
}

/** better-auth looks the viewer's session up again by these headers. */
async function headersOf({ db, secrets }: Deps, { sessionId }: Viewer): Promise<Headers> {
  const [session] = await db.orm
    .select({ token: sessions.token })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  if (!session) throw new AppError('UNAUTHENTICATED');
  const value = encodeURIComponent(signedToken(secrets, session.token));
  return new Headers({ cookie: `${COOKIE}=${value}` });
}

function throwTranslated(error: unknown): never {
  const code = error instanceof APIError ? REFUSALS[error.body?.code ?? ''] : undefined;
  throw code ? new AppError(code) : error;
}
