import type { DeliveryError, DeliveryEvent, WebhookEvent } from '@guilde/contracts/webhooks/rules.ts';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { deletedWith } from '../platform/database/columns.ts';

export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text().primaryKey(),
    url: text().notNull(),
    events: text({ mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    /** Both secrets are encrypted; the former one signs too until `formerUntil`. */
    secret: text().notNull(),
    formerSecret: text('former_secret'),
    formerUntil: integer('former_until'),
    /** The count is of refused attempts in a row. */
    failures: integer().notNull().default(0),
    pausedAt: integer('paused_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('webhooks_created').on(table.createdAt)],
);

/** The payload is made when the delivery leaves, so that this table holds neither titles nor names. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text().primaryKey(),
    webhookId: deletedWith('webhook_id', () => webhooks.id),
    event: text().$type<DeliveryEvent>().notNull(),
    subjectId: text('subject_id').notNull(),
    state: text({ enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    status: integer(),
    error: text().$type<DeliveryError>(),
    createdAt: integer('created_at').notNull(),
    triedAt: integer('tried_at'),
  },
  (table) => [
    index('webhook_deliveries_log').on(table.webhookId, table.createdAt),
    index('webhook_deliveries_age').on(table.createdAt),
  ],
);
