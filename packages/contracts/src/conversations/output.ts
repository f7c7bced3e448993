import { z } from 'zod';
import { fileOutput } from '../files/output.ts';
import { textRangeOutput } from '../knowledge/output.ts';
import { memberRefOutput } from '../profiles/output.ts';
import { component, instant, pageOf } from '../shared-output.ts';

export const conversationStatusOutput = z.enum(['active', 'inactive', 'closed']);
export const conversationOutcomeOutput = z.enum(['resolved', 'closed']);
export const messageKindOutput = z.enum([
  'text',
  'deleted',
  'joined',
  'left',
  'resolved',
  'closed',
  'reopened',
  'consulted',
]);

/** `content` is an excerpt, empty once the message is deleted. */
export const quoteOutput = component('Quote', {
  id: z.string(),
  seq: z.number(),
  senderId: z.string().nullable(),
  kind: messageKindOutput,
  content: z.string(),
  fileName: z.string().optional(),
});

export const reactionOutput = component('Reaction', { emoji: z.string(), memberIds: z.array(z.string()) });

/** Fields that a plain text does not need are left out. */
export const messageOutput = component('Message', {
  id: z.string(),
  conversationId: z.string(),
  seq: z.number(),
  kind: messageKindOutput,
  senderId: z.string().nullable(),
  content: z.string(),
  createdAt: instant,
  /** The conversation had this revision at the message's last change; an unchanged message has none. */
  revision: z.number().optional(),
  editedAt: instant.optional(),
  replyTo: quoteOutput.optional(),
  mentions: z.array(z.string()).optional(),
  files: z.array(fileOutput).optional(),
  reactions: z.array(reactionOutput).optional(),
  solution: z.object({ by: z.string().nullable(), confirmed: z.boolean() }).optional(),
  /** The team deleted the message, not its author. */
  deletedByTeam: z.literal(true).optional(),
});

/** The versions are sorted from the oldest, without the present text. */
export const messageVersionsOutput = component('MessageVersions', {
  versions: z.array(z.object({ content: z.string(), replacedAt: instant })),
});

export const participantOutput = component('Participant', {
  member: memberRefOutput,
  role: z.enum(['requester', 'helper', 'other']),
  isActive: z.boolean(),
  joinedAt: instant,
  readSeq: z.number(),
});

/** One of them is set. Servers without events or deals leave their ids out. */
export const ownerOutput = {
  sosId: z.string().nullable(),
  eventId: z.string().nullable().optional(),
  dealId: z.string().nullable().optional(),
};

export const conversationOutput = component('Conversation', {
  id: z.string(),
  ...ownerOutput,
  title: z.string(),
  status: conversationStatusOutput,
  outcome: conversationOutcomeOutput.nullable(),
  requesterId: z.string().nullable(),
  currentParticipants: z.number(),
  maxParticipants: z.number(),
  lastSeq: z.number(),
  /** The revision grows with every change of a message that is already there. */
  revision: z.number(),
  participants: z.array(participantOutput),
  createdAt: instant,
  updatedAt: instant,
  closedAt: instant.nullable(),
  /** The team closed the SOS, and nobody else reopens it. */
  closedByTeam: z.boolean(),
});

export const conversationItemOutput = conversationOutput
  .pick({
    id: true,
    sosId: true,
    eventId: true,
    dealId: true,
    title: true,
    status: true,
    outcome: true,
    currentParticipants: true,
    maxParticipants: true,
    updatedAt: true,
  })
  .extend({
    lastMessage: messageOutput.nullable(),
    lastSender: memberRefOutput
      .pick({ id: true, firstName: true, lastName: true, avatarUrl: true })
      .nullable(),
    unread: z.number(),
  })
  .meta({ id: 'ConversationItem' });

export const conversationPageOutput = pageOf(conversationItemOutput).meta({ id: 'ConversationPage' });

export const historyOutput = component('History', {
  messages: z.array(messageOutput),
  hasMore: z.boolean(),
  revision: z.number(),
});

export const solutionsOutput = component('Solutions', { messages: z.array(messageOutput) });

/** `highlights` are ranges of the excerpt. */
export const messageFoundOutput = component('MessageFound', {
  id: z.string(),
  conversationId: z.string(),
  ...ownerOutput,
  title: z.string(),
  seq: z.number(),
  sender: conversationItemOutput.shape.lastSender,
  createdAt: instant,
  excerpt: z.string(),
  highlights: z.array(textRangeOutput),
  files: z.array(z.string()).optional(),
});

export const messageSearchOutput = component('MessageSearch', {
  items: z.array(messageFoundOutput),
  hasMore: z.boolean(),
});

/** The tuple holds the last counted sequence number and the version of the count. */
export const unreadPositionOutput = z.tuple([z.number(), z.number()]);

export const unreadOutput = component('Unread', {
  total: z.number(),
  conversations: z.record(z.string(), z.number()),
  positions: z.record(z.string(), unreadPositionOutput),
  muted: z.array(z.string()).optional(),
  /** A conversation that was marked as unread maps to the sequence number from which it is. */
  marked: z.record(z.string(), z.number()).optional(),
});
