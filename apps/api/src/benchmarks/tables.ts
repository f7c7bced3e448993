import type { MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
import type { PeopleBand } from '@guilde/contracts/benchmarks/rules.ts';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';

/** See docs/specification.md#benchmarks. */
export const benchmarkWaves = sqliteTable(
  'benchmark_waves',
  {
    quarter: text().primaryKey(),
    opensAt: integer('opens_at').notNull(),
    closesAt: integer('closes_at').notNull(),
    publishesAt: integer('publishes_at').notNull(),
    /** Counts the members who answered. */
    answered: integer().notNull().default(0),
    remindedAt: integer('reminded_at'),
    /** The figures were computed then, once. */
    publishedAt: integer('published_at'),
    /** Counts the figures that were far from all others in this wave and the one before. */
    unusual: integer().notNull().default(0),
    /** Too few members gave these metrics; once the wave is published, these are the ones without figures. */
    short: text({ mode: 'json' }).$type<MetricId[]>().notNull().default([]),
  },
  (table) => [index('benchmark_waves_opens').on(table.opensAt)],
);

/** An answer is read by its member, and by the publication of its wave. */
export const benchmarkAnswers = sqliteTable(
  'benchmark_answers',
  {
    quarter: text()
      .notNull()
      .references(() => benchmarkWaves.quarter),
    memberId: deletedWith('member_id', () => members.id),
    metric: text().$type<MetricId>().notNull(),
    /** It is on the metric's grid: the exact figure is nowhere stored. */
    value: integer().notNull(),
    fromExport: integer('from_export', { mode: 'boolean' }).notNull(),
    /** The member keeps their own figure after the publication. */
    keep: integer({ mode: 'boolean' }).notNull(),
    erasedAt: integer('erased_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.quarter, table.memberId, table.metric] }),
    index('benchmark_answers_member').on(table.memberId),
    index('benchmark_answers_erased').on(table.erasedAt),
  ],
);

/** A row says who gave which figure, without the figure, until the next wave is published. */
export const benchmarkParts = sqliteTable(
  'benchmark_parts',
  {
    quarter: text()
      .notNull()
      .references(() => benchmarkWaves.quarter),
    /** A member who leaves is replaced by an id of nobody, because the next wave compares its people. */
    memberId: text('member_id').notNull(),
    metric: text().$type<MetricId>().notNull(),
    /** The keys of the cells are sorted. */
    cells: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Counts the waves in a row in which the figure was far from all others. */
    far: integer().notNull(),
    publishedAt: integer('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.quarter, table.memberId, table.metric] }),
    index('benchmark_parts_member').on(table.memberId),
    index('benchmark_parts_published').on(table.publishedAt),
  ],
);

/** No row leads to a member. */
export const benchmarkCells = sqliteTable(
  'benchmark_cells',
  {
    quarter: text()
      .notNull()
      .references(() => benchmarkWaves.quarter),
    metric: text().$type<MetricId>().notNull(),
    key: text().notNull(),
    people: text().$type<PeopleBand>().notNull(),
    centre: integer().notNull(),
    q1: integer(),
    q3: integer(),
  },
  (table) => [primaryKey({ columns: [table.quarter, table.metric, table.key] })],
);

/** Members who want to see their own figures in later waves have them here. */
export const benchmarkFigures = sqliteTable(
  'benchmark_figures',
  {
    memberId: deletedWith('member_id', () => members.id),
    quarter: text()
      .notNull()
      .references(() => benchmarkWaves.quarter),
    metric: text().$type<MetricId>().notNull(),
    value: integer().notNull(),
    cells: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.quarter, table.metric] })],
);
