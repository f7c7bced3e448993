import type { PasskeyOffer, SecondFactorSetup, SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import type { CalendarLink } from '@guilde/contracts/events/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../test/authenticator.ts';
import type { Client } from '../../test/client.ts';
import { withEvents } from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { addPasskey, allowDesktop, newApp } from '../../test/passkeys.ts';
import { PASSWORD, PEOPLE } from '../../test/people.ts';
import { granted, openChat, refusal, sendText } from '../../test/scenes.ts';
import { addSecondFactor, withSecondFactor } from '../../test/second-factor.ts';
import { linkIn, signUpByInvitation } from '../../test/sign-up.ts';
import { removeSecondFactorFromCommandLine } from '../admin/command-actions.ts';
import { totpAt } from '../credentials/second-factor/totp.ts';
import { objectionLink } from '../invitations/objections.ts';
import { askForOutcomes } from '../outcomes/asking.ts';
import { unsubscribeLink } from '../settings/unsubscribe.ts';
import * as tables from './tables.ts';

const NEW_PASSWORD = 'trois-cargos-verts-au-port';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const { secondFactors } = tables;

let guilde: Guilde;
let nina: Client;

/** `owner` is signed in, makes the requests, and secures the account; `phone` has a passkey. */
type Scene = { owner: Client; phone: Authenticator; hasApp: boolean; takeBack: string };

/** The answer uses what was requested, and returns the result. */
type Ask = (scene: Scene) => Promise<() => Promise<string>>;

const post = async (client: Client, path: string, body: object = {}) =>
  refusal(await client.post(path, body));
const visit = (path: string, body: object) => post(guilde.visitor(), path, body);

async function nextCode(secret: string): Promise<string> {
  guilde.clock.advance(30_000);
  return totpAt(secret, guilde.clock.now());
}

async function appCode({ id }: Client): Promise<string> {
  const { db, secrets } = guilde.deps;
  const [factor] = await db.orm.select().from(secondFactors).where(eq(secondFactors.userId, id));
  return factor ? nextCode(secrets.decrypt('totp-secret', factor.secret)) : '123456';
}

async function lastMail({ email }: Client): Promise<string> {
  return (await guilde.mails()).findLast(({ to }) => to === email)?.text ?? '';
}

async function changeAddress(owner: Client, email: string) {
  granted(await owner.post('/api/auth/email-change', { email, password: PASSWORD }));
  const { token } = secretsIn(await linkIn(guilde, email));
  return async () => {
    const answer = await visit('/api/auth/email-change/confirm', { token });
    if (answer === '200 ') owner.email = email;
    return answer;
  };
}

async function askReset({ email }: Client) {
  granted(await guilde.visitor().post('/api/auth/reset-request', { email }));
  const { token } = secretsIn(await linkIn(guilde, email));
  return () => visit('/api/auth/reset-password', { token, password: NEW_PASSWORD });
}

const desktopCode =
  (use: 'sign-in' | 'prove'): Ask =>
  async ({ owner, phone }) => {
    const app = newApp();
    const { code } = granted(await allowDesktop(guilde.visitor(), phone, app, use));
    const client = use === 'prove' ? owner : guilde.visitor();
    return () => post(client, `/api/auth/passkeys/desktop/${use}`, { code, verifier: app.verifier });
  };

type Pending = {
  ask: Ask;
  ended: string;
  /** Only the requesting session can use it. */
  ofSession?: true;
  hasApp?: boolean;
};

/** Each entry gives access or changes an account. A successful use ends fewer than those below it. */
const PENDING: Record<string, Pending> = {
  'a code by e-mail': {
    ended: '422 CODE_INCORRECT',
    ask: async ({ owner }) => {
      const { email } = owner;
      const browser = guilde.visitor();
      granted(await browser.post('/api/auth/code', { email }));
      const code = /\b\d{6}\b/.exec(await lastMail(owner))?.[0];
      return () => post(browser, '/api/auth/code/verify', { email, code });
    },
  },
  'a sign-in that waits for the second factor': {
    ended: '410 SECOND_FACTOR_EXPIRED',
    hasApp: true,
    ask: async ({ owner }) => {
      const browser = guilde.visitor();
      granted(await browser.post('/api/auth/sign-in', { email: owner.email, password: PASSWORD }));
      return async () => post(browser, '/api/auth/second-factor', { code: await appCode(owner) });
    },
  },
  'the desktop app let in by the browser': {
    ended: '410 DESKTOP_CODE_INVALID',
    ask: desktopCode('sign-in'),
  },
  'a proof for the desktop app': {
    ended: '410 DESKTOP_CODE_INVALID',
    ofSession: true,
    ask: desktopCode('prove'),
  },
  'a passkey being added': {
    ended: '422 PASSKEY_REFUSED',
    ofSession: true,
    ask: async ({ owner }) => {
      const offer = await owner.post<PasskeyOffer>('/api/auth/passkeys/offer', { password: PASSWORD });
      const response = createAuthenticator(guilde.deps.config.publicUrl).make(granted(offer));
      return () => post(owner, '/api/auth/passkeys', { name: 'En cours', response });
    },
  },
  'an app being added': {
    ended: '410 SECOND_FACTOR_SETUP_EXPIRED',
    ofSession: true,
    hasApp: false,
    ask: async ({ owner }) => {
      const path = '/api/auth/second-factor';
      const setup = await owner.post<SecondFactorSetup>(`${path}/setup`, { password: PASSWORD });
      const { secret } = granted(setup);
      return async () => post(owner, `${path}/add`, { code: await nextCode(secret) });
    },
  },
  'a change of address': {
    ended: '410 EMAIL_CHANGE_INVALID',
    ask: ({ owner }) => changeAddress(owner, `encore-${owner.email}`),
  },
  'a link to a new password': { ended: '410 RESET_LINK_INVALID', ask: ({ owner }) => askReset(owner) },
};

type Act = {
  run: (scene: Scene) => Promise<unknown>;
  /** The session of the owner ends with it. */
  endsOwn?: true;
  hasApp?: boolean;
  /** The entry that it is made of stays out. */
  without?: string;
};

const ACTS: Record<string, Act> = {
  'a change of password': {
    run: async ({ owner }) =>
      granted(await owner.post('/api/account/password', { current: PASSWORD, password: NEW_PASSWORD })),
  },
  'a reset of the password': {
    endsOwn: true,
    run: async ({ owner }) => expect(await (await askReset(owner))()).toBe('200 '),
  },
  'signing out the others': { run: async ({ owner }) => granted(await owner.delete('/api/auth/sessions')) },
  'ending one session': {
    run: async ({ owner }) => {
      const sessions = granted(await owner.get<SignedInDevice[]>('/api/auth/sessions'));
      const other = sessions.find(({ current }) => !current);
      granted(await owner.delete(`/api/auth/sessions/${other?.id}`));
    },
  },
  'confirming another address': {
    without: 'a change of address',
    run: async ({ owner }) =>
      expect(await (await changeAddress(owner, `autre-${owner.email}`))()).toBe('200 '),
  },
  'taking the address back': {
    endsOwn: true,
    without: 'the link that takes the address back',
    run: async ({ takeBack }) =>
      expect(await visit('/api/auth/email-change/take-back', { token: takeBack })).toBe('200 '),
  },
  'adding an app': {
    hasApp: false,
    without: 'an app being added',
    run: ({ owner }) => addSecondFactor(guilde, owner),
  },
  'removing the app': {
    hasApp: true,
    run: async ({ owner }) =>
      granted(await owner.post('/api/auth/second-factor/remove', { code: await appCode(owner) })),
  },
  'making new recovery codes': {
    hasApp: true,
    run: async ({ owner }) =>
      granted(await owner.post('/api/auth/second-factor/recovery-codes', { code: await appCode(owner) })),
  },
  'adding a passkey': { run: ({ owner }) => addPasskey(guilde, owner) },
  'removing a passkey': {
    run: async ({ owner }) => {
      const [, other] = granted(await owner.get<{ id: string }[]>('/api/auth/passkeys'));
      granted(await owner.delete(`/api/auth/passkeys/${other?.id}`));
    },
  },
  'a suspension': {
    endsOwn: true,
    run: async ({ owner }) => {
      const path = `/api/admin/users/${owner.id}`;
      granted(await nina.post(`${path}/suspend`, { reason: 'Essai', rule: 'misuse' }));
      granted(await nina.post(`${path}/restore`, { reason: 'Essai' }));
    },
  },
  'the command line': {
    run: ({ owner }) => removeSecondFactorFromCommandLine(guilde.deps, owner.email),
  },
};

const tokenOf = ({ url }: { url: string }) => secretsIn(new URL(url)).token ?? '';
const outcomes = new Map<string, string>();
const calendars = new Map<string, string>();

/** These are not for the account, or take it back. */
const SURVIVING: Record<string, (scene: Scene) => Promise<string>> = {
  'the link that stops mails': ({ owner }) => {
    const token = tokenOf(unsubscribeLink(guilde.deps, owner.id));
    return visit(`/api/settings/unsubscribe?token=${encodeURIComponent(token)}`, {});
  },
  'the link that objects to invitations': ({ owner }) => {
    const token = tokenOf(objectionLink(guilde.deps, owner.email));
    return visit(`/api/invitations/objection?token=${encodeURIComponent(token)}`, {});
  },
  'the link that asks whether it held': ({ owner }) =>
    visit('/api/outcomes/question', { token: outcomes.get(owner.id) ?? '' }),
  'the address of the calendar': async ({ owner }) =>
    `${(await guilde.visitor().request(calendars.get(owner.id) ?? '')).status} `,
  'the link that takes the address back': ({ takeBack }) =>
    visit('/api/auth/email-change/take-back', { token: takeBack }),
};

const fits = (hasApp: boolean) => (one: { hasApp?: boolean }) => (one.hasApp ?? hasApp) === hasApp;
const CASES = [true, false].flatMap((hasApp) =>
  Object.keys(ACTS)
    .filter((act) => fits(hasApp)(ACTS[act] ?? {}))
    .map((act) => ({ act, hasApp, kind: hasApp ? 'with an app' : 'without an app' })),
);
const scenes: Scene[] = [];

beforeAll(async () => {
  // Lucie signs up later, in the test that needs a new session of hers.
  guilde = await startGuilde({ cast: ['nina', 'karim', 'zoe'] });
  nina = await guilde.as('nina');
  await withEvents(guilde);
  const karim = await guilde.as('karim');
  const owners: Client[] = [];
  for (const [index, { hasApp }] of [...CASES, { hasApp: true }, { hasApp: false }].entries()) {
    const email = `membre-${index}@exemple.fr`;
    const owner = await signUpByInvitation(guilde, { ...PEOPLE.claire, email });
    const { sos, conversation } = await openChat(owner, karim);
    await sendText(karim, conversation.id, 'Voici le formulaire de révision.');
    granted(await owner.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id }] }));
    owners.push(owner);
    const calendar = granted(await owner.post<CalendarLink>('/api/calendar-link'));
    calendars.set(owner.id, new URL(calendar.address ?? '').pathname);
    scenes.push({ owner, hasApp, phone: createAuthenticator(''), takeBack: '' });
  }
  guilde.clock.advance(7 * DAY);
  await askForOutcomes(guilde.deps);
  for (const { owner } of scenes)
    outcomes.set(owner.id, /\/tient#token=(\S+)/.exec(await lastMail(owner))?.[1] ?? '');
});
afterAll(() => guilde.close());

/** The account has another session, two passkeys, and a changed address. */
async function prepared(index: number): Promise<Scene> {
  const { owner, hasApp } = scenes[index] ?? expect.fail('no such scene');
  const former = owner.email;
  expect(await (await changeAddress(owner, `neuve-${former}`))()).toBe('200 ');
  const takeBack = secretsIn(await linkIn(guilde, former)).token ?? '';
  granted(await guilde.visitor().post('/api/auth/sign-in', { email: owner.email, password: PASSWORD }));
  const phone = await addPasskey(guilde, owner, 'Téléphone');
  await addPasskey(guilde, owner, 'Autre');
  if (hasApp) await withSecondFactor(guilde, owner);
  return { owner, hasApp, phone, takeBack };
}

it.each([
  { kind: 'with an app', index: CASES.length },
  { kind: 'without an app', index: CASES.length + 1 },
])('what is pending works while nothing ends it, $kind', async ({ index }) => {
  const scene = await prepared(index);
  const names = Object.keys(PENDING).filter((name) => fits(scene.hasApp)(PENDING[name] ?? {}));
  for (const name of names) {
    const use = await PENDING[name]?.ask(scene);
    expect(`${name}: ${await use?.()}`).toBe(`${name}: 200 `);
  }
});

it.each(CASES.map((one, index) => ({ ...one, index })))(
  '$act ends what is pending and leaves the other links, $kind',
  async ({ act, hasApp, index }) => {
    const scene = await prepared(index);
    const { run, endsOwn, without } = ACTS[act] ?? expect.fail('no such act');
    const asked = Object.entries(PENDING).filter(([name, one]) => name !== without && fits(hasApp)(one));
    const uses: [string, () => Promise<string>][] = [];
    for (const [name, { ask }] of asked) uses.push([name, await ask(scene)]);
    await run(scene);
    const seen: Record<string, string> = {};
    for (const [name, use] of uses) seen[name] = await use();
    const kept = Object.entries(SURVIVING).filter(([name]) => name !== without);
    for (const [name, follow] of kept) seen[name] = await follow(scene);
    const ended = asked.map(([name, one]) => [
      name,
      endsOwn && one.ofSession ? '401 UNAUTHENTICATED' : one.ended,
    ]);
    expect(seen).toEqual(Object.fromEntries([...ended, ...kept.map(([name]) => [name, '200 '])]));
  },
);

/** Only the session that made the request may continue it. */
it.each(['a change of address', 'a passkey being added', 'an app being added'])(
  'ends with the session that asked: %s',
  async (name) => {
    const { ask, ended } = PENDING[name] ?? expect.fail('not pending');
    const member = await guilde.as('zoe');
    const asking = guilde.visitor();
    granted(await asking.post('/api/auth/sign-in', { email: member.email, password: PASSWORD }));
    const owner = Object.assign(asking, { id: member.id, email: member.email });
    const use = await ask({ owner, hasApp: false, phone: createAuthenticator(''), takeBack: '' });
    granted(await owner.post('/api/auth/sign-out'));
    // This is another session of the same member.
    for (const [cookie, value] of member.cookies) owner.cookies.set(cookie, value);
    expect(await use()).toBe(ended);
    expect((await member.get('/api/auth/email-change')).body).toMatchObject({ pending: null });
  },
);

it('a change of address ends with a session that is over after 30 days', async () => {
  const lucie = await guilde.as('lucie');
  guilde.clock.advance(30 * DAY - HOUR);
  const use = await changeAddress(lucie, 'trop-tard@exemple.fr');
  guilde.clock.advance(HOUR);
  expect(await use()).toBe('410 EMAIL_CHANGE_INVALID');
});

it('knows all that is pending: a new table whose rows end is thought of here', () => {
  const ending = Object.entries(tables).flatMap(([name, table]) => ('expiresAt' in table ? [name] : []));
  const pending = ['emailChanges', 'pendingSignIns', 'signInCodes', 'verifications'];
  expect(ending.sort()).toEqual([...pending, 'apiKeys', 'sessions', 'usedChallenges'].sort());
});
