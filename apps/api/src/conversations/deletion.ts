import { and, eq, lt, ne } from 'drizzle-orm';
import { removeFiles } from '../files/files.ts';
import { files } from '../files/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { changeMessage } from './changes.ts';
import { publishUnread } from './reading.ts';
import { messageReactions, type messages, messageVersions, participants } from './tables.ts';

type Row = Pick<typeof messages.$inferSelect, 'id' | 'conversationId' | 'seq' | 'senderId'>;

/** Only the place of a deleted text stays. */
export async function eraseMessage(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  row: Row,
  { byTeam }: { byTeam: boolean },
): Promise<void> {
  await removeFiles(tx, deps, eq(files.messageId, row.id));
  await tx.orm.delete(messageVersions).where(eq(messageVersions.messageId, row.id));
  await tx.orm.delete(messageReactions).where(eq(messageReactions.messageId, row.id));
  await changeMessage(tx, deps, row, {
    kind: 'deleted',
    content: '',
    deletedAt: deps.clock.now(),
    deletedByTeam: byTeam,
    editedAt: null,
    replyTo: null,
    mentions: null,
    solutionBy: null,
    solutionConfirmed: null,
  });
  await recountUnread(tx, deps, row);
}

async function recountUnread(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  { conversationId, seq, senderId }: { conversationId: string; seq: number; senderId: string | null },
): Promise<void> {
  const behind = await tx.orm
    .select({ memberId: participants.userId, readSeq: participants.readSeq })
    .from(participants)
    .where(
      and(
        eq(participants.conversationId, conversationId),
        eq(participants.isActive, true),
        lt(participants.readSeq, seq),
        ne(participants.userId, senderId ?? ''),
      ),
    );
  for (const { memberId, readSeq } of behind)
    publishUnread(tx, live, memberId, { conversationId, seq: readSeq });
}
