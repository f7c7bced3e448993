import { randomUUID } from 'node:crypto';
import { PASSWORD_MAX, PASSWORD_MIN } from '@guilde/contracts/auth.ts';
import { AppError, type ErrorCode, type ErrorParams } from '@guilde/contracts/errors.ts';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/services/mail.ts';
import { RESET_MINUTES, resetMail } from './mails.ts';
import { hashPassword, passwordHashOf, verifyPassword } from './passwords.ts';
import { type Entry, enter } from './second-factor/entry.ts';
import { secondFactorOf } from './second-factor/factor.ts';
import { endAccess } from './session-list.ts';
import { authSecret, SESSION_SECONDS, USER_AGENT_MAX } from './sessions.ts';
import { refusalParams } from './suspension.ts';
import { accounts, members, sessions, verifications } from './tables.ts';

/** Instead of a session: see `signIn`. */
const SECOND_FACTOR = 'SECOND_FACTOR';

const REFUSALS: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'CREDENTIALS_INVALID',
  INVALID_EMAIL: 'CREDENTIALS_INVALID',
  PASSWORD_TOO_LONG: 'CREDENTIALS_INVALID',
  EMAIL_NOT_VERIFIED: 'EMAIL_NOT_CONFIRMED',
  MEMBER_SUSPENDED: 'MEMBER_SUSPENDED',
};

/** Each call rejects with an `AppError`. */
export type Auth = {
  /** Codes: CREDENTIALS_INVALID, EMAIL_NOT_CONFIRMED, MEMBER_SUSPENDED. */
  signIn: (email: string, password: string, userAgent: string) => Promise<Entry>;
  /** Does nothing for an unknown address. */
  sendReset: (email: string) => Promise<void>;
  /** Null for an invalid link. */
  findReset: (token: string) => Promise<{ userId: string; expired: boolean } | null>;
  /**
   * Ends all sessions, and confirms the address, which the link has proven. Codes: RESET_LINK_INVALID, TOO_BUSY (the
   * link still works).
   */
  resetPassword: (token: string, password: string) => Promise<void>;
};

export type AuthDeps = Deps & { auth: Auth };

/** A library only: its routes are not mounted, and only `signUp` makes accounts. */
export function createAuth(deps: Deps): Auth {
  const { api, $context } = configure(deps);
  const { orm } = deps.db;
  return {
    signIn: async (email, password, userAgent) => {
      const body = { email, password };
      const before = await passwordHashOf(orm, email);
      const token = await tokenIfAlone(api.signInEmail({ body, headers: from(userAgent) }));
      if (token === null) return deps.db.write((tx) => askAfterPassword(tx, deps, email, before));
      // A session whose old password was being verified would survive the reset.
      if ((await passwordHashOf(orm, email)) === before) return { opens: 'session', token };
      await orm.delete(sessions).where(eq(sessions.token, token));
      throw new AppError('CREDENTIALS_INVALID');
    },
    sendReset: async (email) => {
      await translated(api.requestPasswordReset({ body: { email } }));
    },
    findReset: async (token) => {
      const { internalAdapter } = await $context;
      const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      return found && { userId: found.value, expired: found.expiresAt.getTime() < deps.clock.now() };
    },
    resetPassword: async (token, newPassword) => {
      // First, so that TOO_BUSY does not use up the link.
      const password = await hashPassword(newPassword);
      const { internalAdapter } = await $context;
      const link = await internalAdapter.consumeVerificationValue(`reset-password:${token}`);
      if (!link) throw new AppError('RESET_LINK_INVALID');
      await deps.db.write((tx) => storeReset(tx, deps, link.value, password));
    },
  };
}

/** Null: the password is right, and the second factor is asked for. */
async function tokenIfAlone(answer: Promise<{ token: string }>): Promise<string | null> {
  try {
    return (await translated(answer)).token;
  } catch (error) {
    if (error instanceof APIError && error.body?.code === SECOND_FACTOR) return null;
    throw error;
  }
}

async function askAfterPassword(tx: Tx, deps: Deps, email: string, before: string | null): Promise<Entry> {
  const [member] = await tx.orm.select({ id: members.id }).from(members).where(eq(members.email, email));
  const isSame = (await passwordHashOf(tx.orm, email)) === before;
  if (!member || !isSame) throw new AppError('CREDENTIALS_INVALID');
  return enter(tx, deps, member.id, '');
}

/** Also ends sessions that were just opened, and their sockets. */
async function storeReset(tx: Tx, { clock, live }: Deps, id: string, password: string): Promise<void> {
  const updatedAt = new Date(clock.now());
  const isCredential = and(eq(accounts.userId, id), eq(accounts.providerId, 'credential'));
  await tx.orm.update(accounts).set({ password, updatedAt }).where(isCredential);
  await tx.orm.update(members).set({ emailVerified: true }).where(eq(members.id, id));
  await endAccess(tx, { live }, id);
}

function configure(deps: Deps) {
  const { config, db, secrets } = deps;
  const schema = { user: members, session: sessions, account: accounts, verification: verifications };
  return betterAuth({
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: authSecret(secrets),
    trustedOrigins: [config.publicUrl],
    database: drizzleAdapter(db.orm, { provider: 'sqlite', transaction: false, schema }),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    // Our own purge removes expired rows, so that expired and invalid links differ.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    emailAndPassword: passwordOptions(deps),
    databaseHooks: hooks(deps),
    advanced: {
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => randomUUID() },
    },
  });
}

function passwordOptions({ config, db, jobs }: Deps) {
  return {
    enabled: true,
    disableSignUp: true,
    requireEmailVerification: true,
    minPasswordLength: PASSWORD_MIN,
    maxPasswordLength: PASSWORD_MAX,
    resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
    password: {
      hash: hashPassword,
      verify: ({ hash, password }: { hash: string; password: string }) => verifyPassword(hash, password),
    },
    sendResetPassword: ({ user, token }: { user: { email: string }; token: string }) =>
      db.write((tx) => queueMail({ jobs, config }, tx, resetMail(user.email, config.publicUrl, token))),
  };
}

function hooks({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  return {
    user: {
      create: {
        before: async () => {
          throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED', message: 'Accounts are made by signUp' });
        },
      },
    },
    session: {
      create: {
        before: async (session: { userId: string; userAgent?: string | null }) => {
          const [member] = await db.orm.select().from(members).where(eq(members.id, session.userId));
          if (!member || member.suspendedAt !== null)
            throw new APIError('FORBIDDEN', {
              code: 'MEMBER_SUSPENDED',
              message: 'Suspended',
              params: member ? refusalParams(secrets, member) : {},
            });
          if (await secondFactorOf(db.orm, session.userId))
            throw new APIError('FORBIDDEN', { code: SECOND_FACTOR, message: 'Another proof is asked for' });
          return { data: { ...session, userAgent: session.userAgent?.slice(0, USER_AGENT_MAX) ?? '' } };
        },
      },
    },
  };
}

function from(userAgent: string): Headers {
  return new Headers({ 'user-agent': userAgent });
}

async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof APIError ? REFUSALS[error.body?.code ?? ''] : undefined;
    throw code ? new AppError(code, (error as APIError).body?.params as ErrorParams | undefined) : error;
  }
}
