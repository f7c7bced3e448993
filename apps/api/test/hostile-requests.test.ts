import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Guilde, startGuilde } from './harness.ts';

/**
 * The server gets sixty kilobytes of “address” so often that patterns with quadratic work (seconds for each
 * request) exceed the test's time limit many times over. Linear patterns need a fraction of a second for all
 * requests.
 */
const ROUNDS = 15;
const ADDRESSES = [
  `a@${'a.'.repeat(30_000)}@`,
  `a@${'.'.repeat(60_000)}@`,
  `${'a@'.repeat(30_000)}.`,
  `${'.'.repeat(60_000)}@a.fr`,
  `a@${'a-'.repeat(30_000)}`,
  `${'a'.repeat(60_000)}@a.fr`,
  `a@a.${'a'.repeat(60_000)} b`,
];

let guilde: Guilde;
beforeAll(async () => {
  guilde = await startGuilde();
});
afterAll(() => guilde.close());

const REQUESTS: [path: string, rest: Record<string, string>][] = [
  ['/api/auth/sign-in', { password: 'motdepasse' }],
  ['/api/auth/code', {}],
  ['/api/auth/code/verify', { code: '123456' }],
  ['/api/auth/reset-request', {}],
  ['/api/auth/confirm/resend', {}],
  ['/api/auth/sign-up', { token: 'inconnu', password: 'motdepasse' }],
  ['/api/contact', { id: randomUUID(), name: 'Claire', subject: 'Aide', message: 'Bonjour' }],
];

test.each(REQUESTS)(
  'somebody who sends endless addresses to %s is refused and keeps nobody waiting',
  async (path, rest) => {
    const answered: string[] = [];
    const attacker = guilde.visitor();
    const other = guilde.visitor();
    let attacking = true;
    const attack = async () => {
      for (const email of Array(ROUNDS).fill(ADDRESSES).flat()) {
        const { status, error } = await attacker.post(path, { ...rest, email });
        expect([status, error.fields.email]).toEqual([422, 'Adresse email invalide']);
        answered.push('attacker');
      }
      attacking = false;
    };
    const work = async () => {
      while (attacking) {
        // The process answers this alone, so that a busy machine's disk or database does not delay it.
        expect((await other.get('/api/health/live')).status).toBe(200);
        answered.push('other');
      }
    };
    await Promise.all([attack(), work()]);
    expect(answered.slice(0, answered.lastIndexOf('attacker'))).toContain('other');
  },
);
