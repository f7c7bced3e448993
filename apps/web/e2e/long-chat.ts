import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Server } from './server.ts';

const BUSY_MS = 60_000;
const MINUTE_MS = 60_000;

/** Puts texts at the end of a conversation of the running server, a minute apart, the last one now. */
export function storeTexts(
  { folder }: Pick<Server, 'folder'>,
  conversationId: string,
  texts: readonly { senderId: string; content: string }[],
): void {
  const database = new DatabaseSync(join(folder, 'guilde.db'), { timeout: BUSY_MS });
  const begin = Date.now() - texts.length * MINUTE_MS;
  database.exec('begin immediate');
  const room = database.prepare('select last_seq from conversations where id = ?').get(conversationId);
  const last = Number(room?.last_seq);
  const message = database.prepare(
    'insert into messages (id, conversation_id, seq, sender_id, content, created_at) values (?, ?, ?, ?, ?, ?)',
  );
  for (const [at, { senderId, content }] of texts.entries())
    message.run(randomUUID(), conversationId, last + 1 + at, senderId, content, begin + at * MINUTE_MS);
  database
    .prepare('update conversations set last_seq = ? where id = ?')
    .run(last + texts.length, conversationId);
  database.exec('commit');
  database.close();
}
