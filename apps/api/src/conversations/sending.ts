import type { sendMessageInput } from '@guilde/contracts/conversations/input.ts';
import { denySendMessage, type Message } from '@guilde/contracts/conversations/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { actingAt, mayAct, requireSession } from '../auth/sessions.ts';
import { areUsable } from '../files/citing.ts';
import { type Db, preparedQuery } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { gathered } from '../platform/gathered.ts';
import { recordMessage } from '../platform/observe/metrics.ts';
import { publishConversations, requireSeat } from './conversations.ts';
import { citeFiles } from './files.ts';
import { reactivate } from './inactivity.ts';
import { conversationChanged } from './jobs.ts';
import { messageColumns, toMessage } from './messages.ts';
import { UNMARKED, unreadNow } from './reading.ts';
import { conversations, messages, participants } from './tables.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>;
type Text = z.output<typeof sendMessageInput> & {
  conversationId: string;
  senderId: string;
  sessionId: string | null;
  createdAt: number;
};
type Waiting = { text: Text } & Pick<Deps, 'live' | 'jobs'>;
/** `status` is that of the conversation before the group, and null without a seat. */
type Outcome =
  | { message: Message; hadUnread: boolean }
  | { message: null; status: (typeof conversations.$inferSelect)['status'] | null };

/** A group of so many has some megabytes of text at most. */
const GROUP_MAX = 500;

/**
 * A repeated id returns the stored message and notifies nobody (`isNew`). `sessionId` comes from a socket,
 * whose session may have ended; then nothing is stored. The session of a request has just been checked.
 * Throws MESSAGE_ID_TAKEN, UNAUTHENTICATED, TERMS_NOT_ACCEPTED.
 */
export async function sendMessage(
  deps: SendDeps,
  viewer: Viewer,
  conversationId: string,
  input: z.output<typeof sendMessageInput>,
  sessionId: string | null = null,
): Promise<{ message: Message; isNew: boolean }> {
  const text = { ...input, conversationId, senderId: viewer.id, sessionId, createdAt: deps.clock.now() };
  const outcome = await store(deps.db, { text, live: deps.live, jobs: deps.jobs });
  if (outcome.message) {
    if (outcome.hadUnread) await publishRead(deps, viewer.id, outcome.message);
    return { message: outcome.message, isNew: true };
  }
  // This check comes late, because nearly every message is sent once, by somebody who may send it.
  if (sessionId) await requireSession(deps, sessionId);
  const [stored] = await messageById(deps.db.orm).all({ id: input.id });
  if (stored && isSame(stored, text)) return { message: toMessage(stored, conversationId), isNew: false };
  // A client without a seat must learn nothing about others' messages.
  if (!outcome.status) throw new AppError('NOT_FOUND');
  if (stored) throw new AppError('MESSAGE_ID_TAKEN');
  refuseIf(denySendMessage({ status: outcome.status }));
  if (outcome.status === 'inactive') await wake(deps, viewer, conversationId);
  else if (input.files?.length) await requireUsable(deps.db, text);
  return sendMessage(deps, viewer, conversationId, input, sessionId);
}

/** Throws FILES_GONE. */
async function requireUsable({ orm }: Db, { files, senderId, conversationId }: Text): Promise<void> {
  const ids = JSON.stringify(files);
  const [row] = await orm
    .select({
      usable: areUsable({ ids: sql`${ids}`, owner: sql`${senderId}`, conversation: sql`${conversationId}` }),
    })
    .from(sql`(select 1)`);
  if (!row?.usable) throw new AppError('FILES_GONE');
}

const store = gathered(GROUP_MAX, storeGroup);

/** Only the sender's own clients need it; the others conclude it from the message. */
async function publishRead(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  memberId: string,
  { conversationId, seq }: Message,
): Promise<void> {
  const unread = await unreadNow(db, memberId);
  live.publish([memberId], { type: 'conversation.read', conversationId, memberId, seq, unread });
}

const messageById = preparedQuery((queries) =>
  queries
    .select({ ...messageColumns, conversationId: messages.conversationId })
    .from(messages)
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare(),
);

function isSame(
  stored: Pick<typeof messages.$inferSelect, 'kind' | 'senderId' | 'conversationId'>,
  text: Text,
): boolean {
  return (
    (stored.kind === 'text' || stored.kind === 'deleted') &&
    stored.senderId === text.senderId &&
    stored.conversationId === text.conversationId
  );
}

function wake(deps: SendDeps, viewer: Viewer, conversationId: string): Promise<void> {
  return deps.db.write(async (tx) => {
    await requireSeat(tx.orm, viewer, conversationId);
    const sosId = await reactivate(tx, conversationId);
    if (!sosId) return;
    publishConversations(tx, deps, [conversationId]);
    await conversationChanged(tx, deps, sosId);
  });
}

const texts = sql.placeholder('texts');
const conversationIds = sql`(select value from json_each(${sql.placeholder('conversationIds')}))`;
/** The newest message is read by index. */
const newest = (column: 'seq' | 'created_at') =>
  sql`(select ${sql.raw(column)} from messages where conversation_id = ${conversations.id} order by seq desc limit 1)`;

/** The active seats are one value, because five rows from a server cost several times as much. */
const seats =
  sql<string>`(select json_group_object(user_id, ifnull(unread_from - 1, read_seq)) from participants as seat
  where seat.conversation_id = conversations.id and seat.is_active)`.mapWith(
    (json: string) => new Map(Object.entries(JSON.parse(json) as Record<string, number>)),
  );

/** A quote must belong to the same conversation. */
const quotedMessage = sql`case when text.reply_to is not null then (select quoted.id from messages as quoted
  where quoted.id = text.reply_to and quoted.conversation_id = text.conversation_id) end`;
/** Only participants can be mentioned. */
const seatedMentions = sql`case when text.mentions is not null then (select
  nullif(json_group_array(distinct mentioned.value), '[]') from json_each(text.mentions) as mentioned
  join participants as other on other.conversation_id = text.conversation_id
    and other.user_id = mentioned.value and other.is_active) end`;

/** A text is not stored unless its files are usable. */
const usableFiles = areUsable({
  ids: sql`text.files`,
  owner: sql`text.sender_id`,
  conversation: sql`text.conversation_id`,
});

/** A group of any size takes the same four statements; SQL decides which texts are stored. */
const groupQueries = preparedQuery((queries) => ({
  rooms: queries
    .select({ id: conversations.id, status: conversations.status, seats })
    .from(conversations)
    .where(sql`${conversations.id} in ${conversationIds}`)
    .prepare(),
  insert: queries
    .insert(messages)
    .select(
      sql`select text.id, text.conversation_id,
            conversation.last_seq + row_number() over (partition by text.conversation_id order by text.position),
            'text', text.sender_id, text.content, text.created_at, null, false, 0, null, ${quotedMessage}, ${seatedMentions},
            null, null
          from (select key as position, value ->> 'id' as id, value ->> 'conversationId' as conversation_id,
              value ->> 'senderId' as sender_id, value ->> 'content' as content, value ->> 'createdAt' as created_at,
              value ->> 'sessionId' as session_id, value ->> 'replyTo' as reply_to, value ->> 'mentions' as mentions,
              nullif(value ->> 'files', '[]') as files
              from json_each(${texts})) as text
            join conversations as conversation on conversation.id = text.conversation_id and conversation.status = 'active'
            join participants as seat on seat.conversation_id = text.conversation_id
              and seat.user_id = text.sender_id and seat.is_active
          where not exists (select 1 from messages where messages.id = text.id)
            and (text.session_id is null or ${mayAct(sql`text.session_id`)})
            and (text.files is null or ${usableFiles})`,
    )
    .returning({ id: messages.id, seq: messages.seq })
    .prepare(),
  count: queries
    .update(conversations)
    .set({ lastSeq: sql`${newest('seq')}`, updatedAt: sql`${newest('created_at')}` })
    .where(sql`${conversations.id} in ${conversationIds} and ${newest('seq')} > ${conversations.lastSeq}`)
    .prepare(),
  // Sending a text means having read everything before it.
  read: queries
    .update(participants)
    .set({ readSeq: sql`sent.seq`, ...UNMARKED })
    .from(
      sql`(select conversation_id, sender_id, max(seq) as seq from messages
           where id in (select value ->> 'id' from json_each(${texts})) group by conversation_id, sender_id) as sent`,
    )
    .where(
      sql`${participants.conversationId} = sent.conversation_id and ${participants.userId} = sent.sender_id
          and ${participants.readSeq} < sent.seq`,
    )
    .prepare(),
  cite: citeFiles(queries),
  /** The query returns the stored references of a text. */
  referring: queries
    .select(messageColumns)
    .from(messages)
    .where(sql`${messages.id} in (select value from json_each(${sql.placeholder('referring')}))`)
    .prepare(),
}));

function refers({ replyTo, mentions, files }: Text): boolean {
  return replyTo !== undefined || (mentions?.length ?? 0) > 0 || (files?.length ?? 0) > 0;
}

/** If an id or file occurs twice, the second message finds the first one stored. */
function firstOf(group: Waiting[]): Set<Waiting> {
  const taken = new Set<string>();
  return new Set(
    group.filter(({ text: { id, files = [] } }) => {
      if (taken.has(id) || files.some((file) => taken.has(file))) return false;
      taken.add(id);
      for (const file of files) taken.add(file);
      return true;
    }),
  );
}

async function storeGroup(db: Db, group: Waiting[]): Promise<Outcome[]> {
  const first = firstOf(group);
  const concerning = group.filter(({ text }) => text.replyTo !== undefined || text.mentions?.length);
  const values = {
    ...actingAt(Math.max(...group.map(({ text }) => text.createdAt))),
    conversationIds: JSON.stringify([...new Set(group.map(({ text }) => text.conversationId))]),
    texts: JSON.stringify([...first].map(({ text }) => text)),
    referring: JSON.stringify(group.filter(({ text }) => refers(text)).map(({ text }) => text.id)),
  };
  const { rooms, insert, count, read, cite, referring } = groupQueries(db.orm);
  const { jobs } = concerning[0] ?? {};
  const telling = jobs?.asStatement(db, 'messages.mentions', {
    messageIds: concerning.map(({ text }) => text.id),
  });
  const done = await db.batch(
    {
      rooms: [rooms, values],
      stored: [insert, values],
      count: [count, values],
      read: [read, values],
      ...(group.some(({ text }) => refers(text)) && {
        cite: [cite, values],
        references: [referring, values],
        ...(telling && { telling: telling.asked }),
      }),
    },
    true,
  );
  telling?.stored();
  const references = new Map(done.references?.map((row) => [row.id, row]));
  const seqs = new Map(done.stored.map(({ id, seq }) => [id, seq]));
  const byId = new Map(done.rooms.map((room) => [room.id, room]));
  // The numbers follow the order of the group, so that events leave in order.
  return group.map((waiting): Outcome => {
    const { text, live } = waiting;
    const room = byId.get(text.conversationId);
    const readSeq = room?.seats.get(text.senderId);
    const seq = first.has(waiting) ? seqs.get(text.id) : undefined;
    if (!room || readSeq === undefined) return { message: null, status: null };
    if (seq === undefined) return { message: null, status: room.status };
    const message = toMessage(
      references.get(text.id) ?? { ...text, mentions: null, files: null, seq, kind: 'text' },
      text.conversationId,
    );
    recordMessage();
    live.publish([...room.seats.keys()], { type: 'message.created', message });
    room.seats.set(text.senderId, seq);
    return { message, hadUnread: readSeq < seq - 1 };
  });
}
