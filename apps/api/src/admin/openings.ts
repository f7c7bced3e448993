import { openingInput } from '@guilde/contracts/admin/input.ts';
import { openingOutput } from '@guilde/contracts/admin/output.ts';
import { isDisclosed, OPENING_HOURS } from '@guilde/contracts/admin/rules.ts';
import { conversationParams } from '@guilde/contracts/conversations/input.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import { Hono } from 'hono';
import { appendLine } from '../conversations/messages.ts';
import { itsOwner, ownerColumns } from '../conversations/owners.ts';
import { conversations } from '../conversations/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { act } from './act.ts';
import { conversationOpenings } from './tables.ts';

const OPENING_MS = OPENING_HOURS * 3_600_000;

/**
 * Returns, in milliseconds, until when the viewer may read each conversation; others are closed. Every route
 * that shows their texts or files calls it (docs/specification.md#private-conversations).
 */
export async function openingsOf(
  queries: Queries,
  viewer: Viewer,
  conversationIds: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: conversationOpenings.conversationId, expiresAt: conversationOpenings.expiresAt })
    .from(conversationOpenings)
    .where(
      and(
        eq(conversationOpenings.memberId, viewer.id),
        inArray(conversationOpenings.conversationId, [...new Set(conversationIds)]),
        gt(conversationOpenings.expiresAt, now),
      ),
    );
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]));
}

/** Participants see a line of it, unless the law forbids that. */
const openConversation = act({
  summary: 'Open a private conversation for 24 hours, for a reason',
  answer: openingOutput,
  refusals: ['CONVERSATION_OPEN'],
  params: conversationParams,
  input: openingInput,
  needsProof: true,
  areas: ['messages'],
  run: async ({ deps, tx, viewer, record }, { conversationId }, { cause, reason }) => {
    const now = deps.clock.now();
    const expiresAt = now + OPENING_MS;
    const [conversation] = await tx.orm
      .select({ title: ownerColumns().title })
      .from(conversations)
      .leftJoin(...itsOwner())
      .where(eq(conversations.id, conversationId));
    if (!conversation) throw new AppError('NOT_FOUND');
    await tx.orm.delete(conversationOpenings).where(lte(conversationOpenings.expiresAt, now));
    const [opened] = await tx.orm
      .insert(conversationOpenings)
      .values({ conversationId, memberId: viewer.id, expiresAt })
      .onConflictDoNothing()
      .returning({ expiresAt: conversationOpenings.expiresAt });
    if (!opened) throw new AppError('CONVERSATION_OPEN');
    await record({
      action: 'conversation.open',
      subject: { type: 'conversation', id: conversationId, label: conversation.title },
      after: { cause, to: iso(expiresAt) },
      reason,
    });
    if (isDisclosed(cause)) await appendLine(tx, deps, conversationId, 'consulted', null);
  },
  show: async ({ db, clock }, viewer, { conversationId }) => {
    const open = await openingsOf(db.orm, viewer, [conversationId], clock.now());
    return { openUntil: iso(open.get(conversationId) ?? clock.now()) };
  },
});

export function openingRoutes(deps: Deps) {
  return new Hono<Env>().post('/:conversationId/open', ...openConversation.handlers(deps));
}
