import { randomUUID } from 'node:crypto';
import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { startCuttingProxy } from '../test/cutting-proxy.ts';
import { sosInput } from '../test/scenes.ts';
import { milliseconds, percentile, progress, table } from './figures.ts';
import type { Installation } from './installation.ts';
import { cookieOf, idOf } from './people.ts';

/** The two members share no room. */
const [REQUESTER, HELPER] = [0, 7];
const ONE_WAY_DELAY_MS = 25;
const TRIP_MS = 2 * ONE_WAY_DELAY_MS;
const ROUNDS = 20;

/** Requests (h) follow one another on one instance, with the libSQL server 50 ms away (25 each way). */
export async function benchSlowLine(installation: Installation): Promise<void> {
  const { databaseUrl } = installation;
  if (databaseUrl === null) return;
  progress(`each verb, one after the other, with the server ${TRIP_MS} ms away`);
  const line = await startCuttingProxy(Number(new URL(databaseUrl).port), {
    dropOneIn: 0,
    random: () => 0,
    oneWayDelayMs: ONE_WAY_DELAY_MS,
  });
  const server = await installation.startProduct({ DATABASE_URL: line.url.replace('http', 'ws') });
  const times = new Map<string, number[]>();
  const ask = async <T>(verb: string, member: number, method: string, path: string, body?: object) => {
    const start = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.ports[0]}${path}`, {
      method,
      headers: { cookie: cookieOf(installation, member), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const result = (await answer.json()) as T;
    if (!answer.ok) throw new Error(`${verb}: ${answer.status} ${JSON.stringify(result)}`);
    times.set(verb, [...(times.get(verb) ?? []), performance.now() - start]);
    return result;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const sos = sosInput();
    await ask('new SOS', REQUESTER, 'POST', '/api/sos', sos);
    await ask('feed after a change', HELPER, 'GET', '/api/sos');
    await ask('feed', HELPER, 'GET', '/api/sos');
    await ask('home after a change', HELPER, 'GET', '/api/home');
    await ask('home', HELPER, 'GET', '/api/home');
    await ask('view', HELPER, 'POST', `/api/sos/${sos.id}/view`);
    const { id } = await ask<Conversation>('join', HELPER, 'POST', `/api/sos/${sos.id}/join`);
    const messages = `/api/conversations/${id}/messages`;
    const text = () => ({ id: randomUUID(), content: 'Bonjour' });
    await ask('message after others have written', REQUESTER, 'POST', messages, text());
    await ask('message', REQUESTER, 'POST', messages, text());
    await ask('messages', HELPER, 'GET', messages);
    await ask('read position', HELPER, 'PUT', `/api/conversations/${id}/read`, { seq: 3 });
    await ask('conversations', HELPER, 'GET', '/api/conversations');
    const ratings = [{ memberId: idOf('member', HELPER), rating: 5 }];
    await ask('resolve', REQUESTER, 'POST', `/api/ratings/resolve/${sos.id}`, { ratings });
  }
  await server.stop();
  line.close();
  table(
    `(h) The libSQL server ${TRIP_MS} ms away (${ONE_WAY_DELAY_MS} each way), layout ${installation.layout}`,
    ['verb', 'ms p50', 'trips of 50 ms'],
    [...times].map(([verb, samples]) => {
      const p50 = percentile(samples, 0.5);
      return [verb, milliseconds(p50), String(Math.floor(p50 / TRIP_MS))];
    }),
  );
}
