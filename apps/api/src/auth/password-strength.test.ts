import { PASSWORD_OWN, PASSWORD_TOO_COMMON } from '@guilde/contracts/auth/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { inviteByMail, signUp } from '../../test/newcomers.ts';
import { linkIn } from '../../test/sign-up.ts';
import { requireStrongPassword } from './password-strength.ts';

let guilde: Guilde;
let claire: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
});
afterAll(() => guilde.close());

async function verdict(password: string): Promise<string | null> {
  try {
    await requireStrongPassword(guilde.deps.db.orm, { userId: claire.id }, password);
    return null;
  } catch (error) {
    return (error as { fields: Record<string, string> }).fields.password ?? null;
  }
}

test.each([
  ...['12345678', 'Password', 'P@ssw0rd', 'iloveyou', 'qwertyuiop', 'sunshine1'],
  ...[
    'motdepasse',
    'Motdepasse1!',
    'mot-de-passe-3',
    'azertyuiop',
    'Azerty123',
    'bonjour123',
    '!!Marseille13',
  ],
  ...['doudou2024', 'jetaime1', 'Nicolas75', 'Élodie1987', 'ÉLODIE-1987'],
])('« %s » is what everybody tries', async (password) => {
  expect(await verdict(password)).toBe(PASSWORD_TOO_COMMON);
});

test.each(['Guilde2026', 'guilde-guilde', 'claire1234', 'Martin-Claire', 'AtelierNord!', 'atelier_nord_75'])(
  '« %s » is made of what everybody knows of Claire',
  async (password) => {
    expect(await verdict(password)).toBe(PASSWORD_OWN);
  },
);

test.each([
  'un-bon-mot-de-passe',
  'claire adore la pluie',
  'x7$Kq0pvZ',
  'trois savons bleus',
  '木漏れ日の散歩道を歩く',
])('« %s » will do', async (password) => {
  expect(await verdict(password)).toBeNull();
});

test('neither a sign-up nor a reset takes such a password, and both stay open for another one', async () => {
  const invited = await inviteByMail(guilde, claire, 'brigitte.leroux@exemple.fr');
  const visitor = guilde.visitor();
  const refused = await signUp(visitor, { ...invited, password: 'brigitte1' });
  expect(refused).toMatchObject({ status: 422, error: { fields: { password: PASSWORD_OWN } } });
  expect((await signUp(visitor, invited)).status).toBe(200);

  await guilde.visitor().post('/api/auth/reset-request', { email: claire.email });
  const link = await linkIn(guilde, claire.email);
  const token = link.searchParams.get('token') ?? new URLSearchParams(link.hash.slice(1)).get('token');
  const reset = (password: string) => guilde.visitor().post('/api/auth/reset-password', { token, password });
  expect(await reset('motdepasse')).toMatchObject({
    status: 422,
    error: { fields: { password: PASSWORD_TOO_COMMON } },
  });
  expect((await reset('trois savons bleus')).status).toBe(200);
});
