import {
  desktopAllowInput,
  desktopCodeInput,
  desktopRequestInput,
  newPasskeyInput,
  passkeyAnswerInput,
  passkeyNameInput,
  passkeyParams,
  passwordInput,
} from '@guilde/contracts/auth/input.ts';
import {
  desktopCodeOutput,
  passkeyOfferOutput,
  passkeyOutput,
  passkeyRequestOutput,
} from '@guilde/contracts/auth/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitAddress,
  limitMember,
  params,
  signedInOnly,
  sourceOf,
  viewerOf,
} from '../../platform/http/http.ts';
import { callerOf } from '../known-devices.ts';
import { PASSKEY_CHANGES, PASSKEY_REQUESTS, SIGN_IN } from '../limits.ts';
import { pendingCookie } from '../second-factor/entry.ts';
import { recentProofOfHolders } from '../second-factor/guard.ts';
import { askedBy } from '../second-factor/routes.ts';
import { replaceSession } from '../session-cookie.ts';
import { allowDesktop, proveByDesktop, requestPasskeyForDesktop, signInByDesktop } from './desktop.ts';
import { addPasskey, listPasskeys, offerPasskey, removePasskey, renamePasskey } from './enrolment.ts';
import { proveWithPasskey, requestOwnPasskey, requestPasskey, signInWithPasskey } from './use.ts';

const DONE = { ok: true } as const;

export function passkeyRoutes(deps: Deps) {
  return new Hono<Env>()
    .post(
      '/request',
      describe('Asks for a passkey to sign in with', passkeyRequestOutput),
      limitAddress(deps.limits, PASSKEY_REQUESTS),
      (c) => c.json(requestPasskey(deps), 200),
    )
    .post(
      '/sign-in',
      describe('Signs in with a passkey', done, [
        'PASSKEY_UNKNOWN',
        'PASSKEY_REFUSED',
        'EMAIL_NOT_CONFIRMED',
        'MEMBER_SUSPENDED',
      ]),
      limitAddress(deps.limits, SIGN_IN.address),
      body(passkeyAnswerInput),
      async (c) => {
        const token = await signInWithPasskey(deps, c.req.valid('json'), callerOf(c), sourceOf(c));
        return c.json(await openedSession(c, deps, token), 200);
      },
    )
    .route('/desktop', desktopRoutes(deps))
    .route('/', ownRoutes(deps));
}

async function openedSession(c: Context<Env>, deps: Deps, token: string): Promise<typeof DONE> {
  await replaceSession(c, deps, token);
  c.header('Set-Cookie', pendingCookie(deps.config, ''), { append: true });
  return DONE;
}

/** The first two are for the browser, the others for the app. */
function desktopRoutes(deps: Deps) {
  const limitAttempts = limitAddress(deps.limits, SIGN_IN.address);
  return new Hono<Env>()
    .post(
      '/request',
      describe('Asks for a passkey for the desktop app', passkeyRequestOutput),
      limitAddress(deps.limits, PASSKEY_REQUESTS),
      body(desktopRequestInput),
      (c) => c.json(requestPasskeyForDesktop(deps, c.req.valid('json')), 200),
    )
    .post(
      '/allow',
      describe('Gives a code that opens the desktop app, and no session', desktopCodeOutput, [
        'PASSKEY_UNKNOWN',
        'PASSKEY_REFUSED',
        'EMAIL_NOT_CONFIRMED',
        'MEMBER_SUSPENDED',
      ]),
      limitAttempts,
      body(desktopAllowInput),
      async (c) => c.json(await allowDesktop(deps, c.req.valid('json'), sourceOf(c)), 200),
    )
    .post(
      '/sign-in',
      describe('Signs the desktop app in with the browser’s code', done, [
        'DESKTOP_CODE_INVALID',
        'EMAIL_NOT_CONFIRMED',
        'MEMBER_SUSPENDED',
      ]),
      limitAttempts,
      body(desktopCodeInput),
      async (c) => {
        const token = await signInByDesktop(deps, c.req.valid('json'), callerOf(c), sourceOf(c));
        return c.json(await openedSession(c, deps, token), 200);
      },
    )
    .post(
      '/prove',
      describe('Gives the browser’s code, for grave acts', done, ['DESKTOP_CODE_INVALID']),
      signedInOnly,
      body(desktopCodeInput),
      async (c) => {
        await proveByDesktop(deps, viewerOf(c), c.req.valid('json'), sourceOf(c));
        return c.json(DONE, 200);
      },
    );
}

function ownRoutes(deps: Deps) {
  const { orm } = deps.db;
  const limitChanges = limitMember(deps.limits, PASSKEY_CHANGES);
  const askForProof = recentProofOfHolders(deps);
  const list = z.array(passkeyOutput);
  return new Hono<Env>()
    .use(signedInOnly)
    .get('/', describe('Lists one’s passkeys', list), async (c) =>
      c.json(await listPasskeys(orm, viewerOf(c).id), 200),
    )
    .post(
      '/offer',
      describe('Begins to add a passkey', passkeyOfferOutput, [
        'PASSWORD_WRONG',
        'PASSKEYS_EXHAUSTED',
        'TOO_BUSY',
      ]),
      askForProof,
      body(passwordInput),
      async (c) =>
        c.json(await offerPasskey(deps, viewerOf(c), c.req.valid('json').password, askedBy(c)), 200),
    )
    .post(
      '/',
      describe('Adds the passkey that the browser has made', list, ['PASSKEY_REFUSED', 'PASSKEYS_EXHAUSTED']),
      limitChanges,
      body(newPasskeyInput),
      async (c) => c.json(await addPasskey(deps, viewerOf(c), c.req.valid('json'), askedBy(c)), 200),
    )
    .post(
      '/prove/request',
      describe('Asks for one of one’s passkeys', passkeyRequestOutput, ['PASSKEY_UNKNOWN']),
      async (c) => c.json(await requestOwnPasskey(deps, viewerOf(c)), 200),
    )
    .post(
      '/prove',
      describe('Gives a passkey again, for grave acts', done, ['PASSKEY_UNKNOWN', 'PASSKEY_REFUSED']),
      body(passkeyAnswerInput),
      async (c) => {
        await proveWithPasskey(deps, viewerOf(c), c.req.valid('json'), sourceOf(c));
        return c.json(DONE, 200);
      },
    )
    .patch(
      '/:passkeyId',
      describe('Renames a passkey', list),
      limitChanges,
      params(passkeyParams),
      body(passkeyNameInput),
      async (c) => {
        const { passkeyId } = c.req.valid('param');
        return c.json(await renamePasskey(deps, viewerOf(c), passkeyId, c.req.valid('json').name), 200);
      },
    )
    .delete(
      '/:passkeyId',
      describe('Removes a passkey', list),
      askForProof,
      limitChanges,
      params(passkeyParams),
      async (c) =>
        c.json(await removePasskey(deps, viewerOf(c), c.req.valid('param').passkeyId, askedBy(c)), 200),
    );
}
