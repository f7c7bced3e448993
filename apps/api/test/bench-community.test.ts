import { expect, it, onTestFinished } from 'vitest';
import { install } from '../bench/installation.ts';
import { cookieOf } from '../bench/people.ts';

it('the members of the bench may do what it measures', async () => {
  const installation = await install({ members: 10, sos: 5, rooms: 2, messages: 20 });
  onTestFinished(installation.remove);
  const {
    ports: [port],
    stop,
  } = await installation.startProduct();
  onTestFinished(stop);
  const headers = { cookie: cookieOf(installation, 0) };
  for (const path of ['home', 'sos', 'conversations', 'members']) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers });
    expect(`${answer.status} ${path}`).toBe(`200 ${path}`);
  }
});
