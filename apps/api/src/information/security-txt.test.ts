import { expect, onTestFinished, test } from 'vitest';
import { startGuilde } from '../../test/harness.ts';

const PATH = '/.well-known/security.txt';

async function ask(env: Record<string, string>) {
  const guilde = await startGuilde({ env });
  onTestFinished(() => guilde.close());
  return guilde.visitor().request(PATH);
}

test('anybody reads where to report a weakness', async () => {
  const answer = await ask({ LEGAL_EMAIL: 'securite@exemple.fr', PUBLIC_URL: 'https://guilde.example' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
  const text = await answer.text();
  expect(text).toContain('Contact: mailto:securite@exemple.fr\n');
  expect(text).toContain('Canonical: https://guilde.example/.well-known/security.txt\n');
  expect(text).toMatch(/^Expires: 2027-05-16T\d\d:\d\d:\d\d\.\d{3}Z$/m);
});

test('there is none where no address is configured', async () => {
  expect((await ask({})).status).toBe(404);
});
