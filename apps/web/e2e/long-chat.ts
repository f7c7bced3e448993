import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Server } from './server.ts';

const BUSY_MS = 60_000;
const MINUTE_MS = 60_000;

/** The texts are a minute apart, and the last one is sent now. */
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

/** The messages of these sequence numbers get the pictures that were uploaded there, in rotation. */
export function storePictures(
  { folder }: Pick<Server, 'folder'>,
  conversationId: string,
  seqs: readonly number[],
): void {
  const database = new DatabaseSync(join(folder, 'guilde.db'), { timeout: BUSY_MS });
  database.exec('begin immediate');
  const uploads = database
    .prepare('select id from files where conversation_id = ? and message_id is null')
    .all(conversationId);
  const add = database.prepare(
    `insert into files (id, owner_id, key, conversation_id, message_id, name, bytes, stored_bytes, parts, ready_at, kind,
       type, width, height, thumbhash, alt, created_at)
     select ?, messages.sender_id, files.key, files.conversation_id, messages.id, files.name, files.bytes, files.stored_bytes,
       files.parts, files.ready_at, files.kind, files.type, files.width, files.height, files.thumbhash, ?, files.created_at
     from files, messages where files.id = ? and messages.conversation_id = files.conversation_id and messages.seq = ?`,
  );
  for (const [at, seq] of seqs.entries())
    add.run(randomUUID(), `Capture ${seq}`, String(uploads[at % uploads.length]?.id), seq);
  database.exec('commit');
  database.close();
}
