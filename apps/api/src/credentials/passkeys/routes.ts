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
import { Hono } from 'hono';
import { z } from 'zod';
import { callerOf } from '../../auth/known-devices.ts';
import { PASSKEY_CHANGES, PASSKEY_REQUESTS, SIGN_IN } from '../../auth/limits.ts';
import { replaceSession } from '../../auth/session-cookie.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitAddress,
  limitMember,
  params,
  signedInOnly,
  viewerOf,
} from '../../platform/http/http.ts';
import { recentProofOfHolders } from '../proof.ts';
import { allowDesktop, desktopUseOf, proveByDesktop, signInByDesktop } from './desktop.ts';
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
        await replaceSession(c, deps, await signInWithPasskey(deps, c.req.valid('json'), callerOf(c)));
        return c.json(DONE, 200);
      },
    )
    .route('/desktop', desktopRoutes(deps))
    .route('/', ownRoutes(deps));
}

/** The browser calls the first two routes, the app the others. */
function desktopRoutes(deps: Deps) {
  const limitAttempts = limitAddress(deps.limits, SIGN_IN.address);
  return new Hono<Env>()
    .post(
      '/request',
      describe('Asks for a passkey for the desktop app', passkeyRequestOutput),
      limitAddress(deps.limits, PASSKEY_REQUESTS),
      body(desktopRequestInput),
      (c) => c.json(requestPasskey(deps, desktopUseOf(c.req.valid('json'))), 200),
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
      async (c) => c.json(await allowDesktop(deps, c.req.valid('json'), callerOf(c)), 200),
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
        await replaceSession(c, deps, await signInByDesktop(deps, c.req.valid('json'), callerOf(c)));
        return c.json(DONE, 200);
      },
    )
    .post(
      '/prove',
      describe('Gives the browser’s code, for grave acts', done, ['DESKTOP_CODE_INVALID']),
      signedInOnly,
      body(desktopCodeInput),
      async (c) => {
        await proveByDesktop(deps, viewerOf(c), c.req.valid('json'), callerOf(c));
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
        c.json(await offerPasskey(deps, viewerOf(c), c.req.valid('json').password, callerOf(c)), 200),
    )
    .post(
      '/',
      describe('Adds the passkey that the browser has made', list, ['PASSKEY_REFUSED', 'PASSKEYS_EXHAUSTED']),
      limitChanges,
      body(newPasskeyInput),
      async (c) => c.json(await addPasskey(deps, viewerOf(c), c.req.valid('json'), callerOf(c)), 200),
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
        await proveWithPasskey(deps, viewerOf(c), c.req.valid('json'), callerOf(c));
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
        c.json(await removePasskey(deps, viewerOf(c), c.req.valid('param').passkeyId, callerOf(c)), 200),
    );
}
