import { AppError } from '@guilde/contracts/errors.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { SECURITY_LOG_MONTHS } from '@guilde/contracts/security/rules.ts';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { unconfirmed } from '../../test/newcomers.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { linkIn } from '../../test/sign-up.ts';
import { applyRetention } from '../platform/retention.ts';
import { recordingRefusals } from './security-log.ts';
import { members, securityEvents, sessions } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterAll(() => guilde.close());
beforeEach(() => guilde.deps.db.orm.delete(securityEvents));

const lines = () => guilde.deps.db.orm.select().from(securityEvents).orderBy(asc(securityEvents.position));
const entries = async () => (await lines()).map(({ kind, memberId, reason }) => [kind, memberId, reason]);
const signIn = (email: string, password: string) =>
  guilde.visitor().post('/api/auth/sign-in', { email, password });

describe('the security log', () => {
  it('has whose account was tried, from where and why it was refused', async () => {
    expect(refusal(await signIn(claire.email, 'pas le bon'))).toBe('401 CREDENTIALS_INVALID');
    const [line, ...rest] = await lines();
    expect(rest).toEqual([]);
    expect(line).toMatchObject({
      kind: 'sign-in.refused',
      memberId: claire.id,
      addressHash: null,
      reason: 'CREDENTIALS_INVALID',
    });
    expect(line?.source).toMatch(/127\.0\.0\.1/);
    expect(line?.requestId).toMatch(/^[\da-f-]{36}$/);
  });

  it('has no line of two hundred refusals without an account, nor of what was too much at a time', async () => {
    for (let index = 0; index < 50; index++) {
      await signIn(`inconnue-${index}@exemple.fr`, 'pas le bon');
      await guilde.visitor().post('/api/auth/code', { email: `inconnue-${index}@exemple.fr` });
      await guilde.visitor().post('/api/auth/reset-password', { token: 'aucun', password: PASSWORD });
      await guilde.visitor().post('/api/auth/confirm', { token: 'aucun' });
    }
    const attempt = { kind: 'sign-in.refused', account: { email: claire.email }, source: null } as const;
    const busy = () => Promise.reject(new AppError('TOO_BUSY'));
    await expect(recordingRefusals(guilde.deps, attempt, busy)).rejects.toThrow();
    expect(await lines()).toEqual([]);
  });

  it('follows a day: in, another device shut out, out, in by code', async () => {
    const other = guilde.visitor();
    await other.post('/api/auth/sign-in', { email: karim.email, password: PASSWORD });
    const [session] = await guilde.deps.db.orm
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, karim.id));
    granted(await other.delete(`/api/auth/sessions/${session?.id}`));
    granted(await other.post('/api/auth/sign-out'));
    const phone = guilde.visitor();
    granted(await phone.post('/api/auth/code', { email: karim.email }));
    const mail = (await guilde.mails()).findLast(({ to }) => to === karim.email);
    const code = mail?.text.match(/\b\d{6}\b/)?.[0];
    const wrong = code === '000000' ? '111111' : '000000';
    const verify = (digits?: string) =>
      phone.post('/api/auth/code/verify', { email: karim.email, code: digits });
    expect((await verify(wrong)).status).toBe(422);
    granted(await verify(code));
    expect(await entries()).toEqual([
      ['sign-in', karim.id, 'PASSWORD'],
      ['session.ended', karim.id, 'ONE'],
      ['sign-out', karim.id, null],
      ['code.requested', karim.id, null],
      ['sign-in.refused', karim.id, 'CODE_INCORRECT'],
      ['sign-in', karim.id, 'CODE'],
    ]);
  });

  it('follows a new password by e-mail', async () => {
    granted(await guilde.visitor().post('/api/auth/reset-request', { email: claire.email }));
    const { token } = secretsIn(await linkIn(guilde, claire.email));
    granted(await guilde.visitor().post('/api/auth/reset-password', { token, password: PASSWORD }));
    expect(await entries()).toEqual([
      ['reset.requested', claire.id, null],
      ['password.reset', claire.id, null],
    ]);
  });

  it('follows the confirmation of an address', async () => {
    const email = 'nouvelle@exemple.fr';
    const newcomer = await unconfirmed(guilde, await guilde.as('nina'), email);
    const link = secretsIn(await linkIn(guilde, email)).token;
    granted(await newcomer.post('/api/auth/confirm', { token: link }));
    const [member] = await guilde.deps.db.orm.select().from(members).where(eq(members.email, email));
    expect(await entries()).toEqual([['email.confirmed', member?.id, null]]);
  });

  it('goes after a year, and with the account', async () => {
    await signIn(karim.email, 'pas le bon');
    const day = 86_400_000;
    guilde.clock.advance((SECURITY_LOG_MONTHS * 30 - 10) * day);
    await applyRetention(guilde.deps);
    expect(await lines()).toHaveLength(1);
    guilde.clock.advance(20 * day);
    await signIn(karim.email, 'pas le bon');
    await applyRetention(guilde.deps);
    expect(await lines()).toHaveLength(1);
    await byHand(guilde.deps, (orm) => orm.delete(members).where(eq(members.id, karim.id)));
    expect(await lines()).toEqual([]);
  });
});
