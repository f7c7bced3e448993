import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { openEngine } from '../src/platform/database/engine.ts';

/**
 * The reference for chat: `ws`, durable inserts on a native connection, then the frame to everyone in the room. No
 * session, seats or unread counts. One commit per message; with GROUP_COMMIT one per turn of the event loop, this
 * machine's limit.
 */
const database = openEngine(process.env.FILE ?? '');
database.exec('PRAGMA journal_mode = WAL');
database.exec('PRAGMA synchronous = FULL');
database.exec(
  'create table messages (id text primary key, room text not null, sender text not null, content text not null, created_at integer not null)',
);
const insert = database.prepare('insert into messages values (?, ?, ?, ?, ?)');

type Incoming = { id: string; room: string; content: string };
type Sent = Incoming & { sender: string; others: Set<WebSocket> };

function store({ id, room, sender, content, others }: Sent): () => void {
  const createdAt = Date.now();
  insert.run([id, room, sender, content, createdAt]);
  const frame = JSON.stringify({ type: 'message.created', id, room, sender, content, createdAt });
  return () => {
    for (const other of others) other.send(frame);
  };
}

const waiting: Sent[] = [];

function storeTogether(sent: Sent): void {
  if (waiting.push(sent) > 1) return;
  setImmediate(() => {
    database.exec('BEGIN IMMEDIATE');
    const tellings = waiting.splice(0).map(store);
    database.exec('COMMIT');
    for (const tell of tellings) tell();
  });
}

const take = process.env.GROUP_COMMIT ? storeTogether : (sent: Sent) => store(sent)();

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
    take({ ...(JSON.parse((data as Buffer).toString()) as Incoming), room, sender, others });
  });
});
http.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
