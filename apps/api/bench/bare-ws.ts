import { createServer } from 'node:http';
import { createClient } from '@libsql/client';
import { type WebSocket, WebSocketServer } from 'ws';
import { openEngine } from '../src/platform/database/engine.ts';

/**
 * Chat is compared with `ws`, durable inserts and a frame to everyone in the room: no session, seats or
 * unread counts. A file commits each message, or with GROUP_COMMIT each turn of the event loop, which is this
 * machine's limit. A libSQL server gets all that wait as one batch at a time.
 */
const TABLE =
  'create table if not exists bare_messages (id text primary key, room text not null, sender text not null, content text not null, created_at integer not null)';
const INSERT = 'insert into bare_messages values (?, ?, ?, ?, ?)';

type Incoming = { id: string; room: string; content: string };
type Sent = Incoming & { sender: string; createdAt: number; others: Set<WebSocket> };

const valuesOf = ({ id, room, sender, content, createdAt }: Sent) => [id, room, sender, content, createdAt];

function send({ id, room, sender, content, createdAt, others }: Sent): void {
  const frame = JSON.stringify({ type: 'message.created', id, room, sender, content, createdAt });
  for (const other of others) other.send(frame);
}

function onFile(file: string, isGrouped: boolean): (sent: Sent) => void {
  const database = openEngine(file);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec(TABLE);
  const insert = database.prepare(INSERT);
  if (!isGrouped)
    return (sent) => {
      insert.run(valuesOf(sent));
      send(sent);
    };
  const waiting: Sent[] = [];
  return (sent) => {
    if (waiting.push(sent) > 1) return;
    setImmediate(() => {
      const group = waiting.splice(0);
      database.exec('BEGIN IMMEDIATE');
      for (const each of group) insert.run(valuesOf(each));
      database.exec('COMMIT');
      group.forEach(send);
    });
  };
}

async function onServer(url: string): Promise<(sent: Sent) => void> {
  const client = createClient({ url });
  await client.execute(TABLE);
  const waiting: Sent[] = [];
  let isStoring = false;
  const storeWaiting = async () => {
    isStoring = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0);
      await client.batch(
        group.map((sent) => [INSERT, valuesOf(sent)]),
        'write',
      );
      group.forEach(send);
    }
    isStoring = false;
  };
  return (sent) => {
    if (waiting.push(sent) === 1 && !isStoring) setImmediate(() => void storeWaiting());
  };
}

const { FILE = '', DATABASE_URL, GROUP_COMMIT } = process.env;
const take = DATABASE_URL ? await onServer(DATABASE_URL) : onFile(FILE, Boolean(GROUP_COMMIT));

const rooms = new Map<string, Set<WebSocket>>();
const http = createServer((_, answer) => answer.end('ok'));
const sockets = new WebSocketServer({ server: http, maxPayload: 65_536 });
sockets.on('connection', (socket, request) => {
  const query = new URL(request.url ?? '', 'http://bare').searchParams;
  const sender = query.get('member') ?? '';
  const room = query.get('room') ?? '';
  const others = rooms.get(room) ?? new Set();
  rooms.set(room, others.add(socket));
  socket.on('message', (data) => {
    const { id, content } = JSON.parse((data as Buffer).toString()) as Incoming;
    take({ id, room, content, sender, createdAt: Date.now(), others });
  });
});
http.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
