import type { ApiScope } from '@guilde/contracts/api-keys/rules.ts';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { deletedWith } from '../platform/database/columns.ts';

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });

/** The columns have better-auth's property names of `user`. */
export const members = sqliteTable(
  'members',
  {
    id: text().primaryKey(),
    name: text().notNull().default(''),
    email: text().notNull().unique(),
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
    image: text(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** While it is set, the member cannot sign in. */
    suspendedAt: integer('suspended_at'),
    /** The administrator's name at that time is empty while the member is not suspended. */
    suspendedBy: text('suspended_by').notNull().default(''),
    suspensionReason: text('suspension_reason').notNull().default(''),
    /** The suspension ends by itself at this instant; its decision can be contested (reports/). */
    suspendedUntil: integer('suspended_until'),
    suspensionId: text('suspension_id'),
    /** Every request reads this copy of `profiles.completed_at`. */
    profileComplete: integer('profile_complete', { mode: 'boolean' }).notNull().default(false),
    /** Triggers on `sessions` keep the last use of a session. */
    lastUsedAt: integer('last_used_at'),
    /** This counts the mails about the unused account (account/unused.ts). */
    unusedWarnings: integer('unused_warnings').notNull().default(0),
    unusedWarnedAt: integer('unused_warned_at'),
    /** Every request reads the newest of `legal_acceptances`. */
    acceptedRevision: integer('accepted_revision').notNull().default(0),
    /** The member got a mail about this revision before its day (account/legal-mails.ts). */
    announcedRevision: integer('told_revision').notNull().default(0),
  },
  (table) => [
    index('members_accepted').on(table.acceptedRevision),
    index('members_told').on(table.announcedRevision),
    index('members_suspended').on(table.suspendedAt).where(sql`suspended_at is not null`),
    index('members_created').on(table.createdAt, table.id),
    index('members_used').on(table.lastUsedAt),
  ],
);

/** An ended key, expired or revoked, is kept for a while, so that its refusal says why. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    ownerId: deletedWith('owner_id', () => members.id),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    scopes: text({ mode: 'json' }).$type<ApiScope[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    /** A revocation moves it to its own time. */
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('api_keys_expiry').on(table.expiresAt), index('api_keys_owner').on(table.ownerId)],
);

export const legalAcceptances = sqliteTable(
  'legal_acceptances',
  {
    userId: deletedWith('user_id', () => members.id),
    revision: integer().notNull(),
    terms: text().notNull(),
    privacy: text().notNull(),
    acceptedAt: integer('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.revision] })],
);

/** The table is better-auth's `session`. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: deletedWith('user_id', () => members.id),
    token: text().notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** It is null when the session has never given a second factor. */
    provenAt: integer('proven_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_seen').on(table.updatedAt, table.userId),
  ],
);

/** The table is better-auth's `account`, with one row per member. */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: deletedWith('user_id', () => members.id),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('accounts_user').on(table.userId),
    uniqueIndex('accounts_provider').on(table.providerId, table.accountId),
  ],
);

/** The table is better-auth's `verification`, with hashed identifiers. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_expiry').on(table.expiresAt),
  ],
);

/** Each browser has one row, with its cookie's hash as key. */
export const signInCodes = sqliteTable(
  'sign_in_codes',
  {
    id: text().primaryKey(),
    userId: deletedWith('user_id', () => members.id),
    /** The hash is keyed, because a plain hash of six digits is easily reversed. */
    codeHash: text('code_hash').notNull(),
    attemptsLeft: integer('attempts_left').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('sign_in_codes_user').on(table.userId),
    index('sign_in_codes_expiry').on(table.expiresAt),
  ],
);

/** The app shows codes (TOTP) and counts once `added_at` is set. */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The secret is encrypted; `key_id` names the key. */
    secret: text().notNull(),
    keyId: text('key_id').notNull(),
    /** The step of the last accepted code makes each code work once. */
    lastStep: integer('last_step').notNull().default(0),
    /** The salt is that of the recovery codes' hashes. */
    salt: text().notNull(),
    setUpAt: integer('set_up_at').notNull(),
    /** Only this session may continue the set-up. */
    sessionId: text('session_id'),
    addedAt: integer('added_at'),
  },
  (table) => [index('second_factors_key').on(table.keyId)],
);

/** The codes are deleted when used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: deletedWith('user_id', () => secondFactors.userId),
    codeHash: text('code_hash').notNull(),
    madeAt: integer('made_at').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** The sign-in waits for the second proof. The cookie's hash is the key. */
export const pendingSignIns = sqliteTable(
  'pending_sign_ins',
  {
    id: text().primaryKey(),
    userId: deletedWith('user_id', () => members.id),
    attemptsLeft: integer('attempts_left').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('pending_sign_ins_user').on(table.userId),
    index('pending_sign_ins_expiry').on(table.expiresAt),
  ],
);

/** `public_key` and `counter` are those of WebAuthn; the member's device keeps the secret. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: deletedWith('user_id', () => members.id),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    name: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** The hashes of answered challenges make sure that none is accepted twice. */
export const usedChallenges = sqliteTable(
  'used_challenges',
  { id: text().primaryKey(), expiresAt: integer('expires_at').notNull() },
  (table) => [index('used_challenges_expiry').on(table.expiresAt)],
);

/** A change waits for its confirmation at the new address, then can be taken back until `expires_at`. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    id: text().primaryKey(),
    userId: deletedWith('user_id', () => members.id),
    /** The change ends with this session, which stays open after it. */
    sessionId: text('session_id').notNull(),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** The hash is of the link that confirms, then of the one that takes back. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    confirmedAt: integer('confirmed_at'),
  },
  (table) => [
    index('email_changes_user').on(table.userId),
    index('email_changes_expiry').on(table.expiresAt),
  ],
);

export const userRoles = sqliteTable('user_roles', {
  userId: text('user_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  role: text({ enum: ['moderator', 'admin'] }).notNull(),
});

/** Events are deleted with the account, and after a year. `source` is the network (`networkOf`). */
export const securityEvents = sqliteTable(
  'security_events',
  {
    position: integer().primaryKey({ autoIncrement: true }),
    kind: text().notNull(),
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    addressHash: text('address_hash'),
    actorId: text('actor_id').references(() => members.id, { onDelete: 'set null' }),
    source: text(),
    reason: text(),
    requestId: text('request_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('security_events_member').on(table.memberId, table.position),
    index('security_events_source').on(table.source, table.position),
    index('security_events_kind').on(table.kind, table.position),
    index('security_events_actor').on(table.actorId),
    index('security_events_created').on(table.createdAt),
  ],
);
