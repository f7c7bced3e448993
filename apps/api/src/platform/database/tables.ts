import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A job waits until `done_at` or `failed_at` is set. Instants are in milliseconds. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    /** The payload is encrypted JSON, because it may hold tokens and addresses. */
    payload: text().notNull(),
    key: text(),
    attempts: integer().notNull().default(0),
    runAt: integer('run_at').notNull(),
    /** Attempts do not move it. It is null in rows of versions before this column. */
    firstDueAt: integer('first_due_at'),
    /** The instant is in the future while a worker runs the job. */
    lockedUntil: integer('locked_until').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    doneAt: integer('done_at'),
    failedAt: integer('failed_at'),
    lastError: text('last_error'),
  },
  (table) => [
    // The index has all that a claim and the state of the queue read, because the payload may be long.
    index('jobs_waiting')
      .on(
        table.kind,
        table.runAt,
        table.lockedUntil,
        table.attempts,
        table.firstDueAt,
        table.doneAt,
        table.failedAt,
      )
      .where(sql`done_at is null and failed_at is null`),
    index('jobs_done').on(table.doneAt).where(sql`done_at is not null`),
    index('jobs_failed').on(table.failedAt).where(sql`failed_at is not null`),
    uniqueIndex('jobs_waiting_key')
      .on(table.key)
      .where(sql`key is not null and done_at is null and failed_at is null`),
  ],
);

/**
 * Triggers refuse changes. `hash` covers the row and the previous hash, and `mac` authenticates it, which
 * reveals changes made without the triggers. `search_text` is folded.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    position: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    /** There is no foreign key, because the row outlives the account. */
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    action: text().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    subjectLabel: text('subject_label').notNull(),
    /** JSON is stored as text, because the hash covers it. */
    before: text(),
    after: text(),
    reason: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
    hash: text().notNull(),
    /** `mac` covers `hash` with the key `key_id`; both are empty in rows older than the keys. */
    mac: text().notNull().default(''),
    keyId: text('key_id').notNull().default(''),
    searchText: text('search_text').notNull(),
  },
  (table) => [
    index('audit_entries_actor').on(table.actorId, table.position),
    index('audit_entries_action').on(table.action, table.position),
    index('audit_entries_subject').on(table.subjectId, table.position),
    index('audit_entries_created').on(table.createdAt),
  ],
);

/** Mails of an installation without a mail service stay here. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('outbox_created').on(table.createdAt)],
);

/** The one row has the version for `versionedCache`. The table keeps its old name. */
export const cacheVersion = sqliteTable(
  'shared_views',
  { id: integer().primaryKey(), version: integer().notNull().default(0) },
  (table) => [check('shared_views_one_row', sql`${table.id} = 1`)],
);

/** Each commit on a libSQL server counts the one row up; a file counts in its header. */
export const commitNumber = sqliteTable(
  'commit_number',
  {
    id: integer().primaryKey(),
    number: integer().notNull().default(0),
    /** The version before writes it during an upgrade; it goes with the next one (docs/hosting.md). */
    invalidating: integer().notNull().default(0),
  },
  (table) => [check('commit_number_one_row', sql`${table.id} = 1`)],
);

/**
 * A row is a mail that one person caused to another, kept for a day. The mailbox is hashed. Rows survive the
 * deletion of their cause, so that deleting gives no mail back.
 */
export const sentMails = sqliteTable(
  'sent_mails',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().notNull(),
    mailbox: text().notNull(),
    /** There is no foreign key, and visitors have null. */
    causedBy: text('caused_by'),
    sentAt: integer('sent_at').notNull(),
  },
  (table) => [
    index('sent_mails_mailbox').on(table.kind, table.mailbox, table.sentAt),
    index('sent_mails_cause').on(table.kind, table.causedBy, table.sentAt),
    index('sent_mails_age').on(table.sentAt),
  ],
);

/**
 * Mails to these addresses come back, so that no news is sent there. Addresses are hashed. `lifted_at` is when
 * an administrator allowed them again; only what comes back after that counts.
 */
export const bouncedAddresses = sqliteTable(
  'bounced_addresses',
  {
    addressHash: text('address_hash').primaryKey(),
    bouncedAt: integer('bounced_at').notNull(),
    liftedAt: integer('lifted_at'),
  },
  (table) => [index('bounced_addresses_age').on(table.bouncedAt)],
);

/** A backup may still have these accounts, of which nothing else is known (docs/hosting.md#backups). */
export const erasures = sqliteTable(
  'erasures',
  { id: text().primaryKey(), erasedAt: integer('erased_at').notNull() },
  (table) => [index('erasures_age').on(table.erasedAt)],
);

/** `sealedWith` names the secret that encrypts the private key, by a signature. */
export const pushKeys = sqliteTable('push_keys', {
  id: integer().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  sealedWith: text('sealed_with').notNull(),
  createdAt: integer('created_at').notNull(),
});
