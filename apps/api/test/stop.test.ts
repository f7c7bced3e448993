import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import { expect, it, onTestFinished } from 'vitest';
import { realClock } from './chaos.ts';
import type { Client } from './client.ts';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { granted, openChat } from './scenes.ts';
import { startServerProcess } from './server-process.ts';
import { until } from './until.ts';

const WRITERS_EACH = 10;
/** The stop begins after so many acknowledged messages. */
const ENOUGH = 50;

/** Says what became of each message that somebody tried to send. */
type Outcome = { id: string; content: string; client: Client } & (
  | { was: 'acknowledged' }
  | { was: 'unanswered' }
  | { was: 'refused'; status: number }
  | { was: 'broken' }
);

/** Sends one message after the other, as a client does, until the server is gone. */
async function writeUntilGone(client: Client, path: string, outcomes: Outcome[]): Promise<void> {
  for (let count = 1; ; count++) {
    const attempt = { id: randomUUID(), content: `${client.id} ${count}`, client };
    const { id, content } = attempt;
    let answer: Response;
    try {
      answer = await client.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, content }),
      });
    } catch {
      outcomes.push({ ...attempt, was: 'unanswered' });
      return;
    }
    const message = await answer.json().catch(() => null);
    if (message === null) outcomes.push({ ...attempt, was: 'broken' });
    else if (answer.status === 200) outcomes.push({ ...attempt, was: 'acknowledged' });
    else outcomes.push({ ...attempt, was: 'refused', status: answer.status });
  }
}

/** Works like `writeUntilGone` on the live socket, where the message's event acknowledges it. */
async function sayUntilGone(client: Client, conversationId: string, outcomes: Outcome[]): Promise<void> {
  const live = await client.live();
  const gone = live.closed.then(() => 'unanswered' as const);
  for (let count = 1; ; count++) {
    const attempt = { id: randomUUID(), content: `${client.id} dit ${count}`, client };
    const { id, content } = attempt;
    live.send({ type: 'message', id, conversationId, content });
    const answer = live
      .next('message.created', ({ message }) => message.id === id)
      .then(() => 'acknowledged' as const)
      .catch(() => 'unanswered' as const);
    const was = await Promise.race([answer, gone]);
    outcomes.push({ ...attempt, was });
    if (was === 'unanswered') return;
  }
}

async function wholeHistory(client: Client, path: string): Promise<History['messages']> {
  const all: History['messages'] = [];
  for (;;) {
    const after = all.at(-1)?.seq ?? 0;
    const { messages, hasMore } = granted(await client.get<History>(`${path}?after=${after}&limit=200`));
    all.push(...messages);
    if (!hasMore) return all;
  }
}

it('a stop while people write loses nothing that was acknowledged, and what was not can be sent again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-stop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const guilde = await startGuilde({ dataDir: folder, clock: realClock() });
  const people = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')] as const;
  const { messages: path, conversation } = await openChat(...people);
  await guilde.close();

  const server = await startServerProcess(folder);
  onTestFinished(server.kill);
  const clients = people.map((client) => elsewhere(client, { url: `http://127.0.0.1:${server.port}` }));
  const live = await clients[0]?.live();
  const outcomes: Outcome[] = [];
  const writing = clients.flatMap((client) => [
    ...Array.from({ length: WRITERS_EACH }, () => writeUntilGone(client, path, outcomes)),
    sayUntilGone(client, conversation.id, outcomes),
  ]);
  const said = () => outcomes.filter(({ was }) => was === 'acknowledged');
  await until(() => said().length > ENOUGH && said().some(({ content }) => content.includes(' dit ')));
  const code = await server.stop();
  await Promise.all(writing);
  expect(code).toBe(0);
  expect(await live?.closed).toBe(1012);
  const of = (was: Outcome['was']) => outcomes.filter((outcome) => outcome.was === was);
  expect(of('acknowledged').length).toBeGreaterThan(WRITERS_EACH);
  expect(of('acknowledged').some(({ content }) => content.includes(' dit '))).toBe(true);
  expect([of('broken'), of('refused')]).toEqual([[], []]);

  await server.start();
  const [claire] = clients as [Client];
  const history = await wholeHistory(claire, path);
  expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1));
  const stored = new Map(history.map(({ id, content }) => [id, content]));
  for (const { id, content } of of('acknowledged')) expect(stored.get(id)).toBe(content);
  for (const { id, content, client } of of('unanswered')) granted(await client.post(path, { id, content }));
  const ids = (await wholeHistory(claire, path)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id } of outcomes) expect(ids).toContain(id);
});
