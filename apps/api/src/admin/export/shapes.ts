import { DATA_RIGHTS } from '@guilde/contracts/account/rules.ts';
import { announcementChangeInput } from '@guilde/contracts/announcements/input.ts';
import { ANNOUNCEMENT_AUDIENCES } from '@guilde/contracts/announcements/rules.ts';
import { benchmarkWaveParams } from '@guilde/contracts/benchmarks/input.ts';
import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import { PEOPLE_BANDS } from '@guilde/contracts/benchmarks/rules.ts';
import { knownProfileOutput } from '@guilde/contracts/bulk-invitations/output.ts';
import { reactionInput } from '@guilde/contracts/conversations/input.ts';
import { messageKindOutput } from '@guilde/contracts/conversations/output.ts';
import { commitmentStateOutput, dealOfferOutput, dealStatusOutput } from '@guilde/contracts/deals/output.ts';
import {
  DEAL_CATEGORIES,
  DEAL_KINDS,
  DEAL_TIES,
  PROMISE_ANSWERS,
  VOLUME_BANDS,
} from '@guilde/contracts/deals/rules.ts';
import { callLink } from '@guilde/contracts/events/input.ts';
import { eventStatusOutput, seatStateOutput } from '@guilde/contracts/events/output.ts';
import { EVENT_KINDS, USEFUL } from '@guilde/contracts/events/rules.ts';
import { fileOutput } from '@guilde/contracts/files/output.ts';
import { FILE_NAME_MAX, FILE_TYPES, plainName } from '@guilde/contracts/files/rules.ts';
import { INCIDENT_ANSWERS, TOOLS } from '@guilde/contracts/incidents/rules.ts';
import { IMPORT_SOURCES } from '@guilde/contracts/knowledge/import-rules.ts';
import { citedTextOutput, summaryOriginOutput } from '@guilde/contracts/knowledge/output.ts';
import { savedMemberFilters } from '@guilde/contracts/member-filters/input.ts';
import { shopOutput } from '@guilde/contracts/profiles/output.ts';
import { HIDEABLE_FIELDS } from '@guilde/contracts/profiles/rules.ts';
import { ruleIds } from '@guilde/contracts/reports/conduct.ts';
import { ALL_REASONS } from '@guilde/contracts/reports/rules.ts';
import { isTimeZone, THEMES } from '@guilde/contracts/settings/rules.ts';
import { sosOutput } from '@guilde/contracts/sos/output.ts';
import { atMost, mailableAddress, oneOf } from '@guilde/contracts/validation.ts';
import { webAddress } from '@guilde/contracts/web-address.ts';
import { z } from 'zod';
import type { Field, Kind } from './kinds.ts';

const text = z.string().check(atMost(100_000));
const id = z.string().regex(/^[\w.:@-]{1,200}$/);
const timeOfDay = z.string().regex(/^\d\d:\d\d$/);
/** An input that the schema would change was not stored by Guilde. */
const kept = (schema: z.ZodType) => z.string().refine((value) => schema.safeParse(value).data === value);
const cited = z.array(citedTextOutput.strict());
const { category, tool, specialties } = sosOutput.shape;
const { cms, payments, carriers, sector, monthlyOrders, mainChannel } = shopOutput.shape;

/** The database alone would take any text for these columns; its own conditions hold for the others. */
const SHAPES: Partial<Record<string, Record<string, z.ZodType>>> = {
  members: { email: kept(mailableAddress) },
  profiles: {
    ...{ cms, payments, carriers, sector, monthlyOrders, mainChannel, specialties },
    conversationsOnly: z.array(oneOf(HIDEABLE_FIELDS)),
    storeUrl: z.string().refine((url) => url === '' || webAddress(url) !== null),
    avatarKey: z.uuid(),
  },
  member_settings: {
    theme: oneOf(THEMES),
    timeZone: z.string().refine(isTimeZone),
    quietFrom: timeOfDay,
    quietTo: timeOfDay,
  },
  saved_filters: { filters: savedMemberFilters.strict() },
  invitations: { known: knownProfileOutput.strict() },
  batch_rows: { known: knownProfileOutput.strict() },
  sos_requests: {
    ...{ category, tool, specialties },
    additions: z.array(z.strictObject({ id, content: text, createdAt: z.iso.datetime() })),
  },
  sos_tools: { tool: oneOf(TOOLS) },
  messages: { kind: messageKindOutput, mentions: z.array(id) },
  message_reactions: reactionInput.pick({ emoji: true }).shape,
  files: {
    key: z.uuid(),
    name: z
      .string()
      .min(1)
      .check(atMost(FILE_NAME_MAX))
      .refine((name) => plainName(name) === name),
    kind: fileOutput.shape.kind,
    type: z.enum(Object.keys(FILE_TYPES)),
    waveform: z.array(z.number().min(0)),
  },
  sos_summaries: {
    category,
    origin: summaryOriginOutput,
    importedFrom: oneOf(IMPORT_SOURCES),
    importedDay: z.string().regex(/^(\d{4}(-\d\d-\d\d)?)?$/),
    sentences: cited,
    keyPoints: cited,
  },
  summary_versions: {
    content: z.strictObject({
      title: text,
      sentences: cited,
      keyPoints: cited,
      category,
      dropped: z.int(),
      origin: summaryOriginOutput,
      model: text,
      promptUsed: text.nullable(),
      generationTimeMs: z.number(),
      sourceMessageCount: z.int(),
      participantsCount: z.int(),
    }),
  },
  events: {
    kind: oneOf(EVENT_KINDS),
    localStart: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
    timeZone: z.string().refine(isTimeZone),
    link: callLink,
    specialties,
    status: eventStatusOutput,
  },
  event_seats: { state: seatStateOutput, useful: oneOf(USEFUL) },
  deals: {
    kind: oneOf(DEAL_KINDS),
    category: oneOf(DEAL_CATEGORIES),
    status: dealStatusOutput,
    tie: oneOf(DEAL_TIES),
  },
  deal_offers: { offer: dealOfferOutput.strict() },
  deal_interests: { volume: oneOf(VOLUME_BANDS) },
  deal_commitments: { state: commitmentStateOutput },
  deal_reviews: { answer: oneOf(PROMISE_ANSWERS) },
  incidents: { tool: oneOf(TOOLS) },
  benchmark_waves: { quarter: benchmarkWaveParams.shape.quarter, short: z.array(oneOf(METRICS)) },
  benchmark_cells: { metric: oneOf(METRICS), people: oneOf(PEOPLE_BANDS) },
  incident_votes: { answer: oneOf(INCIDENT_ANSWERS) },
  announcements: {
    audience: oneOf(ANNOUNCEMENT_AUDIENCES),
    link: kept(announcementChangeInput.shape.link),
    filters: savedMemberFilters.strict(),
  },
  contact_messages: { right: oneOf(DATA_RIGHTS) },
  case_decisions: { rule: z.enum(ruleIds) },
  reports: { reason: oneOf(ALL_REASONS) },
};

/** Every field must be there, and none besides. */
export function rowSchema({ name, fields }: Kind): z.ZodType<Record<string, unknown>> {
  return z.strictObject(
    Object.fromEntries(
      fields.map((field) => {
        const shape = SHAPES[name]?.[field.name] ?? shapeOf(field);
        return [field.name, field.column.notNull || field.column.primary ? shape : shape.nullable()];
      }),
    ),
  );
}

function shapeOf({ name, column }: Field): z.ZodType {
  if (column.enumValues?.length) return z.enum(column.enumValues);
  if (column.dataType === 'boolean') return z.boolean();
  if (column.getSQLType() === 'real') return z.number();
  if (column.getSQLType() === 'integer') return z.int();
  return /^id$|Id$/.test(name) ? id : text;
}

/** JSON of the export stands for what the column holds. */
export function toJson({ column }: Field, stored: unknown): unknown {
  if (stored === null) return null;
  if (column.dataType === 'json') return JSON.parse(stored as string) as unknown;
  return column.dataType === 'boolean' ? stored === 1 : stored;
}

/** JSON columns hold objects and lists only. */
export function toStored(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : value;
}
