import { DATA_RIGHTS } from '@guilde/contracts/account/rules.ts';
import { announcementChangeInput } from '@guilde/contracts/announcements/input.ts';
import { ANNOUNCEMENT_AUDIENCES } from '@guilde/contracts/announcements/rules.ts';
import { knownProfileOutput } from '@guilde/contracts/bulk-invitations/output.ts';
import { reactionInput } from '@guilde/contracts/conversations/input.ts';
import { messageKindOutput } from '@guilde/contracts/conversations/output.ts';
import { callLink } from '@guilde/contracts/events/input.ts';
import { eventStatusOutput, seatStateOutput } from '@guilde/contracts/events/output.ts';
import { EVENT_KINDS, USEFUL } from '@guilde/contracts/events/rules.ts';
import { FILE_NAME_MAX, FILE_TYPES, plainName } from '@guilde/contracts/files/rules.ts';
import { INCIDENT_ANSWERS, TOOLS } from '@guilde/contracts/incidents/rules.ts';
import { IMPORT_SOURCES } from '@guilde/contracts/knowledge/import-rules.ts';
import { citedTextOutput, summaryOriginOutput } from '@guilde/contracts/knowledge/output.ts';
import { savedMemberFilters } from '@guilde/contracts/member-filters/input.ts';
import {
  CARRIERS,
  CMS,
  MAIN_CHANNELS,
  MONTHLY_ORDERS,
  PAYMENTS,
  SECTORS,
  SPECIALTIES,
} from '@guilde/contracts/profiles/rules.ts';
import { ruleIds } from '@guilde/contracts/reports/conduct.ts';
import { REPORT_REASONS } from '@guilde/contracts/reports/rules.ts';
import { isTimeZone, THEMES } from '@guilde/contracts/settings/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { atMost, mailableAddress, oneOf } from '@guilde/contracts/validation.ts';
import { webAddress } from '@guilde/contracts/web-address.ts';
import { z } from 'zod';
import type { Field, Kind } from './kinds.ts';

const TEXT_MAX = 100_000;
const LIST_MAX = 5000;
const ID = /^[\w.:@-]{1,200}$/;

const list = <T extends z.ZodType>(item: T) => z.array(item).max(LIST_MAX);
const choiceOrNone = <T extends string>(options: readonly { id: T }[]) => oneOf(options).or(z.literal(''));
const text = z.string().check(atMost(TEXT_MAX));
/** An input that the schema would change was not stored by Guilde. */
const kept = (schema: z.ZodType) => z.string().refine((value) => schema.safeParse(value).data === value);
const cited = list(citedTextOutput.strict());

/** The database alone would take any text for these columns; its own conditions hold for the others. */
const SHAPES: Record<string, z.ZodType> = {
  'members.email': kept(mailableAddress),
  'profiles.storeUrl': z.string().refine((url) => url === '' || webAddress(url) !== null),
  'profiles.cms': choiceOrNone(CMS),
  'profiles.payments': list(oneOf(PAYMENTS)),
  'profiles.carriers': list(oneOf(CARRIERS)),
  'profiles.sector': choiceOrNone(SECTORS),
  'profiles.monthlyOrders': choiceOrNone(MONTHLY_ORDERS),
  'profiles.mainChannel': choiceOrNone(MAIN_CHANNELS),
  'profiles.specialties': list(oneOf(SPECIALTIES)),
  'profiles.avatarKey': z.uuid(),
  'member_settings.theme': oneOf(THEMES),
  'member_settings.timeZone': z.string().refine(isTimeZone),
  'member_settings.quietFrom': z.string().regex(/^\d\d:\d\d$/),
  'member_settings.quietTo': z.string().regex(/^\d\d:\d\d$/),
  'saved_filters.filters': savedMemberFilters.strict(),
  'invitations.known': knownProfileOutput.strict(),
  'batch_rows.known': knownProfileOutput.strict(),
  'sos_requests.category': oneOf(SOS_CATEGORIES),
  'sos_requests.specialties': list(oneOf(SPECIALTIES)),
  'sos_requests.tool': choiceOrNone(TOOLS),
  'sos_requests.additions': list(
    z.strictObject({ id: z.string().regex(ID), content: text, createdAt: z.iso.datetime() }),
  ),
  'sos_tools.tool': oneOf(TOOLS),
  'messages.kind': messageKindOutput,
  'messages.mentions': list(z.string().regex(ID)),
  'message_reactions.emoji': reactionInput.shape.emoji,
  'files.key': z.uuid(),
  'files.name': z
    .string()
    .min(1)
    .check(atMost(FILE_NAME_MAX))
    .refine((name) => plainName(name) === name),
  'files.kind': z.enum(['picture', 'document', 'voice']),
  'files.type': z.enum(Object.keys(FILE_TYPES)),
  'files.waveform': list(z.number().min(0)),
  'sos_summaries.category': oneOf(SOS_CATEGORIES),
  'sos_summaries.origin': summaryOriginOutput,
  'sos_summaries.importedFrom': oneOf(IMPORT_SOURCES),
  'sos_summaries.importedDay': z.string().regex(/^(\d{4}(-\d\d-\d\d)?)?$/),
  'sos_summaries.sentences': cited,
  'sos_summaries.keyPoints': cited,
  'summary_versions.content': z.strictObject({
    title: text,
    sentences: cited,
    keyPoints: cited,
    category: oneOf(SOS_CATEGORIES),
    dropped: z.int(),
    origin: summaryOriginOutput,
    model: text,
    promptUsed: text.nullable(),
    generationTimeMs: z.number(),
    sourceMessageCount: z.int(),
    participantsCount: z.int(),
  }),
  'events.kind': oneOf(EVENT_KINDS),
  'events.localStart': z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
  'events.timeZone': z.string().refine(isTimeZone),
  'events.link': callLink,
  'events.specialties': list(oneOf(SPECIALTIES)),
  'events.status': eventStatusOutput,
  'event_seats.state': seatStateOutput,
  'event_seats.useful': oneOf(USEFUL),
  'incidents.tool': oneOf(TOOLS),
  'incident_votes.answer': oneOf(INCIDENT_ANSWERS),
  'announcements.audience': oneOf(ANNOUNCEMENT_AUDIENCES),
  'announcements.link': kept(announcementChangeInput.shape.link),
  'announcements.filters': savedMemberFilters.strict(),
  'contact_messages.right': oneOf(DATA_RIGHTS),
  'case_decisions.rule': z.enum(ruleIds),
  'reports.reason': oneOf(REPORT_REASONS),
};

/** Every field must be there, and none besides. */
export function rowSchema({ name, fields }: Kind): z.ZodType<Record<string, unknown>> {
  return z.strictObject(
    Object.fromEntries(
      fields.map((field) => {
        const shape = SHAPES[`${name}.${field.name}`] ?? shapeOf(field);
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
  return /^id$|Id$/.test(name) ? z.string().regex(ID) : text;
}

/** JSON of the export stands for what the column holds. */
export function toJson({ column }: Field, stored: unknown): unknown {
  if (stored === null) return null;
  if (column.dataType === 'json') return JSON.parse(stored as string) as unknown;
  return column.dataType === 'boolean' ? stored === 1 : stored;
}

export function toStored({ column }: Field, value: unknown): unknown {
  if (value === null) return null;
  if (column.dataType === 'json') return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : value;
}
