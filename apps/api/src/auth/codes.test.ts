import type { Account } from '@guilde/contracts/auth/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { unconfirmed } from '../../test/newcomers.ts';
import { accounts, members, signInCodes } from './tables.ts';

const MINUTE = 60_000;

let guilde: Guilde;
let claire: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
});
afterAll(() => guilde.close());

/** The browser requests a code; the mail has it. */
async function askCode(email: string, client = guilde.visitor()): Promise<{ client: Client; code: string }> {
  expect((await client.post('/api/auth/code', { email })).body).toEqual({ ok: true });
  return { client, code: await codeIn(email) };
}

async function codeIn(email: string): Promise<string> {
  const mail = (await guilde.mails()).findLast((candidate) => candidate.to === email);
  const code = mail?.text.match(/\b\d{6}\b/)?.[0];
  if (!code) throw new Error('No code');
  return code;
}

function verify(client: Client, email: string, code: string) {
  return client.post('/api/auth/code/verify', { email, code });
}

function wrong(code: string): string {
  return code === '000000' ? '111111' : '000000';
}

test('a member signs in with the code received by e-mail', async () => {
  const { client, code } = await askCode(claire.email);
  const answer = await verify(client, claire.email, code);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax$/);
  expect((await client.get<Account>('/api/auth/account')).body.id).toBe(claire.id);
});

test('an address without account is told so, and receives nothing', async () => {
  const answer = await guilde.visitor().post('/api/auth/code', { email: 'personne@exemple.fr' });
  expect(answer.status).toBe(404);
  expect(answer.error.message).toBe('Aucun compte trouvé avec cet email');
  expect((await guilde.mails()).filter((mail) => mail.to === 'personne@exemple.fr')).toEqual([]);
  expect((await verify(guilde.visitor(), 'personne@exemple.fr', '123456')).error.code).toBe('CODE_INCORRECT');
  const rows = await guilde.deps.db.orm
    .select()
    .from(members)
    .where(eq(members.email, 'personne@exemple.fr'));
  expect(rows).toEqual([]);
});

test('an account that is not confirmed keeps its password and gets no code', async () => {
  const email = 'pressee@exemple.fr';
  await unconfirmed(guilde, claire, email);
  expect((await guilde.visitor().post('/api/auth/code', { email })).error.code).toBe('EMAIL_NOT_CONFIRMED');
  const [member] = await guilde.deps.db.orm.select().from(members).where(eq(members.email, email));
  const kept = await guilde.deps.db.orm
    .select()
    .from(accounts)
    .where(eq(accounts.userId, member?.id ?? ''));
  expect(kept).toHaveLength(1);
});

test('a wrong code is refused, and the right one still works after it', async () => {
  const { client, code } = await askCode(claire.email);
  const refused = await verify(client, claire.email, wrong(code));
  expect(refused.status).toBe(422);
  expect(refused.error.message).toBe('Code incorrect');
  expect((await verify(client, claire.email, code)).status).toBe(200);
});

test('a code works once, also when sent ten times at once', async () => {
  const { client, code } = await askCode(claire.email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(client, claire.email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await verify(client, claire.email, code)).error.code).toBe('CODE_INCORRECT');
});

test('only the newest code of a browser counts', async () => {
  const { client, code: first } = await askCode(claire.email);
  guilde.clock.advance(1000);
  const { code: second } = await askCode(claire.email, client);
  if (first !== second) expect((await verify(client, claire.email, first)).error.code).toBe('CODE_INCORRECT');
  expect((await verify(client, claire.email, second)).status).toBe(200);
});

test('after ten minutes a code has expired', async () => {
  const { client, code } = await askCode(claire.email);
  guilde.clock.advance(9 * MINUTE);
  expect((await verify(client, claire.email, wrong(code))).error.code).toBe('CODE_INCORRECT');
  guilde.clock.advance(MINUTE + 1000);
  const answer = await verify(client, claire.email, code);
  expect(answer.status).toBe(410);
  expect(answer.error.message).toBe('Code expiré, demandez un nouveau code');
});

test('five wrong codes use up the code', async () => {
  const { client, code } = await askCode(claire.email);
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await verify(client, claire.email, wrong(code))).error.code).toBe('CODE_INCORRECT');
  const refused = await verify(client, claire.email, code);
  expect(refused.error).toMatchObject({ code: 'CODE_FAILED', message: 'Vérification échouée' });
  const { code: next } = await askCode(claire.email, client);
  expect((await verify(client, claire.email, next)).status).toBe(200);
});

test('of ten wrong guesses at once five are judged, and the right one comes too late', async () => {
  const { client, code } = await askCode(claire.email);
  const guesses = Array<string>(10).fill(wrong(code));
  const answers = await Promise.all(guesses.map((guess) => verify(client, claire.email, guess)));
  const codes = Map.groupBy(answers, ({ error }) => error.code);
  expect(codes.get('CODE_INCORRECT')).toHaveLength(5);
  expect(codes.get('CODE_FAILED')).toHaveLength(5);
  expect((await verify(client, claire.email, code)).error.code).toBe('CODE_FAILED');
});

test('a code works in the browser that asked for it alone, and a stranger’s guesses do not use it up', async () => {
  const { client, code } = await askCode(claire.email);
  const stranger = guilde.visitor();
  for (let attempt = 0; attempt < 6; attempt++)
    expect((await verify(stranger, claire.email, code)).error.code).toBe('CODE_INCORRECT');
  await stranger.post('/api/auth/code', { email: claire.email });
  for (let attempt = 0; attempt < 6; attempt++) await verify(stranger, claire.email, wrong(code));
  expect((await verify(client, 'hugo@exemple.fr', code)).error.code).toBe('CODE_INCORRECT');
  expect((await verify(client, claire.email, code)).status).toBe(200);
});

test('neither code nor address can be read in the database', async () => {
  const { client, code } = await askCode(claire.email);
  const rows = await guilde.deps.db.orm.select().from(signInCodes);
  expect(rows.length).toBeGreaterThan(0);
  const [, cookie = ''] = [...client.cookies].find(([name]) => name.endsWith('code')) ?? [];
  for (const secret of [code, claire.email, cookie])
    expect(JSON.stringify(rows)).not.toContain(`"${secret}"`);
});

test('a suspended member does not get in with a code', async () => {
  const karim = await guilde.as('karim');
  const { client, code } = await askCode(karim.email);
  await byHand(guilde.deps, (orm) =>
    orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, karim.id)),
  );
  const answer = await verify(client, karim.email, code);
  expect(answer.error.code).toBe('MEMBER_SUSPENDED');
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('something else than six digits is not a code', async () => {
  expect((await verify(guilde.visitor(), claire.email, '12a456')).error.fields).toEqual({
    code: 'Le code compte 6 chiffres.',
  });
});
