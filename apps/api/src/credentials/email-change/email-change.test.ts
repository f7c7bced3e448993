import { randomUUID } from 'node:crypto';
import {
  type Account,
  EMAIL_UNCHANGED,
  type OwnAddress,
  type SignedIn,
} from '@guilde/contracts/auth/rules.ts';
import type { CalendarLink } from '@guilde/contracts/events/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { withEvents } from '../../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { PASSWORD, PEOPLE } from '../../../test/people.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { addSecondFactor } from '../../../test/second-factor.ts';
import { linkIn } from '../../../test/sign-up.ts';
import { announcements } from '../../announcements/tables.ts';
import { emailChanges, members, recoveryCodes, secondFactors, securityEvents } from '../../auth/tables.ts';
import { accessLinks } from '../../invitations/access/tables.ts';
import { auditEntries } from '../../platform/database/tables.ts';
import { applyRetention } from '../../platform/retention.ts';
import { webhooks } from '../../webhooks/tables.ts';

const CHANGE = '/api/auth/email-change';
const DAY = 86_400_000;

let guilde: Guilde;

beforeAll(async () => {
  guilde = await startGuilde();
});
afterAll(() => guilde.close());

const ask = (client: Client, email: string, password = PASSWORD) => client.post(CHANGE, { email, password });
const confirm = (token = '') => guilde.visitor().post<{ email: string }>(`${CHANGE}/confirm`, { token });
const takeBack = (token = '') => guilde.visitor().post<{ email: string }>(`${CHANGE}/take-back`, { token });
const tokenTo = async (email: string) => secretsIn(await linkIn(guilde, email)).token;
const pending = async (client: Client) => granted(await client.get<OwnAddress>(CHANGE)).pending;
const emailOf = async (client: Client) => (await client.get<Account | null>('/api/auth/account')).body?.email;
const signIn = async (email: string, password = PASSWORD) =>
  refusal(await guilde.visitor().post('/api/auth/sign-in', { email, password }));

async function elsewhere(email: string): Promise<Client> {
  const client = guilde.visitor();
  granted(await client.post('/api/auth/sign-in', { email, password: PASSWORD }));
  return client;
}

test('is confirmed at the new address; then other devices are out, and the former address is told', async () => {
  const claire = await guilde.as('claire');
  const former = claire.email;
  const other = await elsewhere(former);
  expect(refusal(await ask(claire, 'neuve@exemple.fr', 'pas le bon'))).toBe('403 PASSWORD_WRONG');
  expect((await ask(claire, ` ${former.toUpperCase()} `)).error.fields.email).toBe(EMAIL_UNCHANGED);
  await guilde.as('karim');
  expect(refusal(await ask(claire, PEOPLE.karim.email))).toBe('409 EMAIL_TAKEN');
  expect(await pending(claire)).toBeNull();
  granted(await ask(claire, 'premiere@exemple.fr'));
  const replaced = await tokenTo('premiere@exemple.fr');
  granted(await ask(claire, ' Neuve@Exemple.fr '));
  expect(await pending(claire)).toMatchObject({ email: 'neuve@exemple.fr' });
  const warned = (await guilde.mails()).findLast(({ to }) => to === former);
  expect(warned?.subject).toBe('Un changement d’adresse a été demandé');
  expect(warned?.text).not.toContain('token');
  // Nothing has changed yet, and the first link has become invalid.
  expect([await emailOf(claire), await emailOf(other)]).toEqual([former, former]);
  expect(refusal(await confirm(replaced))).toBe('410 EMAIL_CHANGE_INVALID');
  const live = await claire.live();
  const token = await tokenTo('neuve@exemple.fr');
  const answers = await Promise.all([confirm(token), confirm(token)]);
  expect(answers.map(refusal).sort()).toEqual(['200 ', '410 EMAIL_CHANGE_INVALID']);
  await live.next('account.changed');
  live.close();
  expect([await emailOf(claire), await emailOf(other)]).toEqual(['neuve@exemple.fr', undefined]);
  expect([await signIn(former), await signIn('neuve@exemple.fr')]).toEqual([
    '401 CREDENTIALS_INVALID',
    '200 ',
  ]);
  expect(await pending(claire)).toBeNull();
  const mail = (await guilde.mails()).findLast(({ to }) => to === former);
  expect(mail?.subject).toBe('L’adresse de ton compte a été changée');
  const kinds = await guilde.deps.db.orm
    .select({ kind: securityEvents.kind })
    .from(securityEvents)
    .where(eq(securityEvents.memberId, claire.id));
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['password.refused', 'email.change-asked', 'email.changed']),
  );
});

test('is taken back from the former mailbox within seven days, with all that was changed after it', async () => {
  const { orm } = guilde.deps.db;
  const lucie = await guilde.as('lucie');
  const former = lucie.email;
  granted(await ask(lucie, 'volee@exemple.fr'));
  granted(await confirm(await tokenTo('volee@exemple.fr')));
  const back = await tokenTo(former);
  granted(await ask(lucie, 'volee-encore@exemple.fr'));
  granted(await confirm(await tokenTo('volee-encore@exemple.fr')));
  const thiefs = await tokenTo('volee@exemple.fr');
  expect(refusal(await confirm(back))).toBe('410 EMAIL_CHANGE_INVALID');
  expect(granted(await takeBack(back))).toEqual({ email: former });
  expect(await emailOf(lucie)).toBeUndefined();
  expect(refusal(await takeBack(back))).toBe('410 EMAIL_CHANGE_INVALID');
  expect(refusal(await takeBack(thiefs))).toBe('410 EMAIL_CHANGE_INVALID');
  // The thief knows the password.
  expect(await signIn(former)).toBe('401 CREDENTIALS_INVALID');
  const reset = await linkIn(guilde, former);
  expect(reset.pathname).toBe('/reset-password');
  const password = 'trois savons bleus';
  granted(await guilde.visitor().post('/api/auth/reset-password', { ...secretsIn(reset), password }));
  expect(await signIn(former, password)).toBe('200 ');
  expect(await orm.select().from(emailChanges).where(eq(emailChanges.userId, lucie.id))).toEqual([]);
});

test('whoever takes an address back loses no factor of their own, and keeps none of the thief’s', async () => {
  const { orm } = guilde.deps.db;
  const hugo = await guilde.as('hugo');
  const former = hugo.email;
  granted(await ask(hugo, 'voleur@exemple.fr'));
  granted(await confirm(await tokenTo('voleur@exemple.fr')));
  await addSecondFactor(guilde, hugo);
  granted(await takeBack(await tokenTo(former)));
  expect(await orm.select().from(secondFactors).where(eq(secondFactors.userId, hugo.id))).toEqual([]);
  const password = 'trois savons verts';
  const reset = secretsIn(await linkIn(guilde, former));
  granted(await guilde.visitor().post('/api/auth/reset-password', { ...reset, password }));
  const owner = guilde.visitor();
  const entered = granted(await owner.post<SignedIn>('/api/auth/sign-in', { email: former, password }));
  expect(entered.secondFactor).toBe(false);

  const karim = await guilde.as('karim');
  const address = karim.email;
  const { code } = await addSecondFactor(guilde, karim);
  granted(await ask(karim, 'voleuse@exemple.fr'));
  granted(await confirm(await tokenTo('voleuse@exemple.fr')));
  granted(await karim.post('/api/auth/second-factor/recovery-codes', { code: code() }));
  granted(await takeBack(await tokenTo(address)));
  expect(await orm.$count(secondFactors, eq(secondFactors.userId, karim.id))).toBe(1);
  expect(await orm.$count(recoveryCodes, eq(recoveryCodes.userId, karim.id))).toBe(0);
});

test('links end: a day for the new address, seven for the former, at once for a taken one; and nothing stays of them', async () => {
  const { orm } = guilde.deps.db;
  const paul = await guilde.as('paul');
  const former = paul.email;
  granted(await ask(paul, 'tard@exemple.fr'));
  const late = await tokenTo('tard@exemple.fr');
  guilde.clock.advance(DAY + 1000);
  expect(refusal(await confirm(late))).toBe('410 EMAIL_CHANGE_INVALID');
  granted(await ask(paul, 'prise@exemple.fr'));
  const taken = await tokenTo('prise@exemple.fr');
  const zoe = await guilde.as('zoe');
  await orm.update(members).set({ email: 'prise@exemple.fr' }).where(eq(members.id, zoe.id));
  expect(refusal(await confirm(taken))).toBe('409 EMAIL_TAKEN');
  granted(await paul.delete(CHANGE));
  expect(await pending(paul)).toBeNull();
  granted(await ask(paul, 'nouvelle@exemple.fr'));
  granted(await confirm(await tokenTo('nouvelle@exemple.fr')));
  const back = await tokenTo(former);
  guilde.clock.advance(7 * DAY + 1000);
  expect(refusal(await takeBack(back))).toBe('410 EMAIL_CHANGE_INVALID');
  await applyRetention(guilde.deps);
  expect(await orm.select().from(emailChanges).where(eq(emailChanges.userId, paul.id))).toEqual([]);
});

test('whoever takes an address back ends the address of a calendar that was made since, and no other', async () => {
  await withEvents(guilde);
  for (const [name, isOwn] of [
    ['claire', true],
    ['zoe', false],
  ] as const) {
    const client = await guilde.as(name);
    const former = (await emailOf(client)) ?? '';
    const renew = async () => granted(await client.post<CalendarLink>('/api/calendar-link')).address ?? '';
    const own = await renew();
    guilde.clock.advance(1000);
    granted(await ask(client, `calendrier-${former}`));
    granted(await confirm(await tokenTo(`calendrier-${former}`)));
    const { pathname } = new URL(isOwn ? own : await renew());
    const read = async () => (await guilde.visitor().request(pathname)).status;
    expect(await read()).toBe(200);
    granted(await takeBack(await tokenTo(former)));
    expect(await read()).toBe(isOwn ? 200 : 410);
  }
});

test('once an administrator takes an address back webhooks wait, and what was planned since is off', async () => {
  const nina = await guilde.as('nina');
  const hook = { url: 'https://93.184.215.14/hook', events: ['member.left'] };
  granted(await nina.post('/api/admin/integrations/webhooks', hook));
  const { orm } = guilde.deps.db;
  const [before, since] = [guilde.clock.now() - 1000, guilde.clock.now() + 1000];
  const plan = (title: string, createdAt: number) => ({
    ...{ id: randomUUID(), title, text: 'Texte', audience: 'everyone' as const, push: false, mail: false },
    ...{ authorId: nina.id, authorName: 'Nina', createdAt, scheduledAt: since + 30 * DAY },
  });
  const link = (groupName: string, createdAt: number) => ({
    ...{ id: randomUUID(), code: randomUUID(), groupName, makerId: nina.id, createdAt },
    ...{ usesMax: 5, endsAt: since + DAY },
  });
  const left = { ...plan('Partie', since), startedAt: since };
  await orm.insert(announcements).values([plan('Avant', before), plan('Depuis', since), left]);
  await orm.insert(accessLinks).values([link('Avant', before), link('Depuis', since)]);
  for (const [client, isPaused] of [
    [await guilde.as('theo'), false],
    [nina, true],
  ] as const) {
    const former = client.email;
    granted(await ask(client, `reprise-${former}`));
    granted(await confirm(await tokenTo(`reprise-${former}`)));
    granted(await takeBack(await tokenTo(former)));
    const [stored] = await guilde.deps.db.orm.select().from(webhooks);
    expect(stored?.pausedAt !== null).toBe(isPaused);
  }
  await guilde.deps.jobs.drain();
  const told = (await guilde.mails()).filter(({ subject }) => subject === 'Un webhook est en pause');
  expect(told.map(({ to }) => to)).toEqual([nina.email]);
  const cancelled = await orm.select().from(announcements).where(isNotNull(announcements.cancelledAt));
  expect(cancelled.map(({ title }) => title)).toEqual(['Depuis']);
  const revoked = await orm.select().from(accessLinks).where(isNotNull(accessLinks.revokedAt));
  expect(revoked.map(({ groupName }) => groupName)).toEqual(['Depuis']);
  const acts = await orm.select().from(auditEntries).where(eq(auditEntries.subjectLabel, 'Depuis'));
  expect(acts.map(({ action }) => action).sort()).toEqual(['access-link.revoke', 'announcement.cancel']);
});
