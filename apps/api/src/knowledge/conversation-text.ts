import { setImmediate as breathe } from 'node:timers/promises';
import type { SosCategory } from '@guilde/contracts/sos/rules.ts';
import { and, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import { conversations, messages, participants } from '../conversations/tables.ts';
import { eventSeats, events } from '../events/tables.ts';
import type { Queries } from '../platform/database/db.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { createMask, type Mask, type NamedPerson } from './masking.ts';

/** The first limit counts the newest texts that are read, the second the characters that are summarised. */
const MESSAGES_READ = 2000;
const CHARACTERS_MAX = 40_000;
const BEGINNING = 0.3;
/** Masking is synchronous: it pauses after this many characters. */
const MASKED_AT_ONCE = 4000;

/** The text is masked. */
export type Line = {
  seq: number;
  speaker: string;
  isHelper: boolean;
  /** The requester has confirmed that the message solved the problem. */
  isSolution: boolean;
  text: string;
};

/** The text may leave the server, so names and personal data are masked. */
export type ConversationText = {
  title: string;
  description: string;
  category: SosCategory;
  lines: Line[];
  messageCount: number;
  participantsCount: number;
  /** It is false when an account is deleted: texts may have a name that can no longer be masked. */
  areParticipantsKnown: boolean;
  mask: Mask;
};

type Row = { seq: number; senderId: string | null; content: string; isSolution: boolean };

const person = {
  id: profiles.userId,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  storeName: profiles.storeName,
  storeUrl: profiles.storeUrl,
};

/** `until` is in milliseconds. Resolves with null when the SOS is gone, or when no helper wrote. */
export async function conversationTextOf(
  queries: Queries,
  sosId: string,
  until = Number.MAX_SAFE_INTEGER,
): Promise<ConversationText | null> {
  const [sos] = await queries
    .select({
      title: sosRequests.title,
      description: sosRequests.description,
      additions: sosRequests.additions,
      category: sosRequests.category,
      userId: sosRequests.userId,
      conversationId: conversations.id,
    })
    .from(sosRequests)
    .innerJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(eq(sosRequests.id, sosId));
  if (!sos) return null;
  const rows = await textsOf(queries, sos.conversationId, until);
  const isHelper = ({ senderId }: Row) => senderId !== sos.userId;
  if (!rows.some(isHelper)) return null;
  const people = await peopleOf(queries, sos);
  const mask = createMask(people);
  const kept = withinLimit(rows);
  return {
    title: mask.hide(sos.title),
    description: mask.hide([sos.description, ...sos.additions.map(({ content }) => content)].join('\n\n')),
    category: sos.category,
    lines: await masked(kept, mask, (row) => ({
      speaker: speakerOf(people, row),
      isHelper: isHelper(row),
      isSolution: row.isSolution,
    })),
    messageCount: rows.length,
    participantsCount: new Set([...rows.map(({ senderId }) => senderId), sos.userId]).size,
    areParticipantsKnown: sos.userId !== null && !(await hasUnknown(queries, sos.conversationId)),
    mask,
  };
}

/** Every participant has at least the line « a rejoint ». */
async function hasUnknown(queries: Queries, conversationId: string): Promise<boolean> {
  const [unknown] = await queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        isNull(messages.senderId),
        ne(messages.kind, 'consulted'),
      ),
    )
    .limit(1);
  return unknown !== undefined;
}

async function textsOf(queries: Queries, conversationId: string, until: number): Promise<Row[]> {
  const rows = await queries
    .select({
      seq: messages.seq,
      senderId: messages.senderId,
      content: messages.content,
      isSolution: messages.solutionConfirmed,
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.kind, 'text'),
        lte(messages.createdAt, until),
        // Files never reach a model.
        ne(messages.content, ''),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(MESSAGES_READ);
  return rows.toReversed().map((row) => ({ ...row, isSolution: row.isSolution === true }));
}

/** The mask of a conversation whose SOS was deleted hides no names, because its members are unknown. */
export async function maskOf(queries: Queries, sourceId: string | null): Promise<Mask> {
  if (sourceId === null) return createMask([]);
  const [sos] = await queries
    .select({ userId: sosRequests.userId, conversationId: conversations.id })
    .from(sosRequests)
    .innerJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(eq(sosRequests.id, sourceId));
  return createMask(sos ? await peopleOf(queries, sos) : await peopleOfEvent(queries, sourceId));
}

type NamedMember = NamedPerson & { id: string };

/** The author comes first, then the helpers by their joining, also those who left. */
async function peopleOf(
  queries: Queries,
  { userId, conversationId }: { userId: string | null; conversationId: string },
): Promise<NamedMember[]> {
  const author = userId ? await queries.select(person).from(profiles).where(eq(profiles.userId, userId)) : [];
  const others = await queries
    .select(person)
    .from(participants)
    .innerJoin(profiles, eq(profiles.userId, participants.userId))
    .where(eq(participants.conversationId, conversationId))
    .orderBy(participants.joinedAt, participants.userId);
  return [...author, ...others.filter(({ id }) => id !== userId)];
}

/** Notes may also name who waited, who did not come and who hosts. */
function peopleOfEvent(queries: Queries, eventId: string): Promise<NamedMember[]> {
  const ids = sql`(select ${eventSeats.memberId} from ${eventSeats} where ${eventSeats.eventId} = ${eventId}
    union select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  return queries.select(person).from(profiles).where(inArray(profiles.userId, ids));
}

function speakerOf(people: readonly NamedMember[], { senderId }: Row): string {
  const index = people.findIndex(({ id }) => id === senderId);
  return index < 0 ? 'Ancien membre' : `Membre ${index + 1}`;
}

/** A text that is too long keeps what solved the problem, its beginning and its end. */
function withinLimit(all: readonly Row[]): Row[] {
  const solutions = upTo(
    all.filter(({ isSolution }) => isSolution),
    CHARACTERS_MAX / 2,
  );
  const rows = all.filter((row) => !solutions.includes(row));
  const room = CHARACTERS_MAX - solutions.reduce((sum, { content }) => sum + content.length, 0);
  const first = upTo(rows, room * BEGINNING);
  const last = upTo(rows.slice(first.length).toReversed(), room * (1 - BEGINNING));
  return [...first, ...last, ...solutions].sort((a, b) => a.seq - b.seq);
}

function upTo(rows: readonly Row[], characters: number): Row[] {
  let left = characters;
  const end = rows.findIndex(({ content }) => {
    left -= content.length;
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

async function masked(
  rows: readonly Row[],
  mask: Mask,
  about: (row: Row) => Pick<Line, 'speaker' | 'isHelper' | 'isSolution'>,
): Promise<Line[]> {
  const lines: Line[] = [];
  let sincePause = MASKED_AT_ONCE;
  for (const row of rows) {
    if (sincePause + row.content.length > MASKED_AT_ONCE) {
      await breathe();
      sincePause = 0;
    }
    sincePause += row.content.length;
    lines.push({ seq: row.seq, ...about(row), text: mask.hide(row.content) });
  }
  return lines;
}
