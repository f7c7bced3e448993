import { changeEmailInput, emailLinkInput } from '@guilde/contracts/auth/input.ts';
import { changedEmailOutput, ownAddressOutput } from '@guilde/contracts/auth/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { callerOf } from '../../auth/known-devices.ts';
import { LINKS } from '../../auth/limits.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitAddress,
  signedInOnly,
  sourceOf,
  viewerOf,
} from '../../platform/http/http.ts';
import { recentProofOfHolders } from '../proof.ts';
import {
  cancelEmailChange,
  confirmNewEmail,
  ownAddressOf,
  requestEmailChange,
  takeEmailBack,
} from './email-change.ts';

const DONE = { ok: true } as const;

/** Only POST changes anything, because mail scanners follow links. */
export function emailChangeRoutes(deps: Deps) {
  const { limits } = deps;
  return new Hono<Env>()
    .post(
      '/confirm',
      describe('Confirms the new address of an account', changedEmailOutput, [
        'EMAIL_CHANGE_INVALID',
        'EMAIL_TAKEN',
      ]),
      limitAddress(limits, LINKS.confirmation.address),
      body(emailLinkInput),
      async (c) =>
        c.json({ email: await confirmNewEmail(deps, c.req.valid('json').token, sourceOf(c)) }, 200),
    )
    .post(
      '/take-back',
      describe('Gives an account its former address back', changedEmailOutput, [
        'EMAIL_CHANGE_INVALID',
        'EMAIL_TAKEN',
        'TOO_BUSY',
      ]),
      limitAddress(limits, LINKS.confirmation.address),
      body(emailLinkInput),
      async (c) => c.json({ email: await takeEmailBack(deps, c.req.valid('json').token, sourceOf(c)) }, 200),
    )
    .route('/', ownRoutes(deps));
}

function ownRoutes(deps: Deps) {
  return new Hono<Env>()
    .use(signedInOnly)
    .get(
      '/',
      describe(
        'The address that waits to be confirmed, and whether mails to the present one come back',
        ownAddressOutput,
      ),
      async (c) => c.json(await ownAddressOf(deps, viewerOf(c).id), 200),
    )
    .post(
      '/',
      describe('Sends a link to a new address', done, [
        'PASSWORD_WRONG',
        'EMAIL_TAKEN',
        'EMAIL_MAILS_RECEIVED',
        'TOO_BUSY',
      ]),
      recentProofOfHolders(deps),
      body(changeEmailInput),
      async (c) => {
        await requestEmailChange(deps, viewerOf(c), c.req.valid('json'), callerOf(c));
        return c.json(DONE, 200);
      },
    )
    .delete('/', describe('Forgets the address that waits to be confirmed', done), async (c) => {
      await cancelEmailChange(deps, viewerOf(c));
      return c.json(DONE, 200);
    });
}
