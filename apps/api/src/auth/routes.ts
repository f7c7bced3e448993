import { sessionParams } from '@guilde/contracts/account/input.ts';
import {
  acceptLegalInput,
  codeInput,
  emailInput,
  resetPasswordInput,
  resetTokenInput,
  signInInput,
} from '@guilde/contracts/auth/input.ts';
import { signedInDeviceOutput, signedInOutput } from '@guilde/contracts/auth/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import {
  body,
  describe,
  type Env,
  limitAddress,
  params,
  signedInOnly,
  sourceOf,
  viewerOf,
} from '../platform/http/http.ts';
import type { AuthDeps } from './better-auth.ts';
import { requestCode, signInWithCode } from './codes.ts';
import { confirmationRoutes } from './confirmation-routes.ts';
import { callerOf } from './known-devices.ts';
import { acceptLegal } from './legal.ts';
import { LINKS } from './limits.ts';
import { requestMailedLink } from './link-requests.ts';
import { recordEntry } from './new-device.ts';
import { checkReset, resetPassword } from './reset.ts';
import { recordingRefusals, recordSecurityNow } from './security-log.ts';
import { answerEntry } from './session-cookie.ts';
import { listSessions, revokeOtherSessions, revokeSession, signOut } from './session-list.ts';
import { endedSessionCookie } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { clearSignUpCookie } from './sign-up-cookie.ts';

const DONE = { ok: true } as const;

export function authRoutes(deps: AuthDeps) {
  return new Hono<Env>()
    .route('/', signInRoutes(deps))
    .route('/', linkRoutes(deps))
    .route('/confirm', confirmationRoutes(deps))
    .post(
      '/legal',
      describe('Accepts the terms and the privacy policy in force', done, ['TERMS_REVISION_PASSED']),
      signedInOnly,
      body(acceptLegalInput),
      async (c) => {
        await acceptLegal(deps, viewerOf(c), c.req.valid('json').revision);
        return c.json(DONE, 200);
      },
    )
    .route('/sessions', sessionRoutes(deps));
}

function signInRoutes(deps: AuthDeps) {
  const { config } = deps;
  return new Hono<Env>()
    .post(
      '/sign-in',
      describe('Signs in with e-mail and password', signedInOutput, [
        'CREDENTIALS_INVALID',
        'EMAIL_NOT_CONFIRMED',
        'MEMBER_SUSPENDED',
        'TOO_BUSY',
      ]),
      body(signInInput),
      async (c) => {
        const input = c.req.valid('json');
        const caller = callerOf(c);
        const attempt = { account: { email: input.email }, source: caller.source };
        const entry = await recordingRefusals(deps, { kind: 'sign-in.refused', ...attempt }, () =>
          signIn(deps, input, caller),
        );
        await recordEntry(deps, entry.opens, { email: input.email, reason: 'PASSWORD', caller });
        return c.json(await answerEntry(c, deps, entry), 200);
      },
    )
    .post('/sign-out', describe('Signs out', done), async (c) => {
      const viewer = c.get('session');
      if (viewer) await signOut(deps, viewer, sourceOf(c));
      c.header('Set-Cookie', endedSessionCookie(config));
      clearSignUpCookie(c, deps);
      return c.json(DONE, 200);
    })
    .post(
      '/code',
      describe('Sends a sign-in code', done, [
        'CODE_UNKNOWN_EMAIL',
        'EMAIL_NOT_CONFIRMED',
        'CODE_MAILS_RECEIVED',
      ]),
      body(emailInput),
      async (c) => {
        const { email } = c.req.valid('json');
        const attempt = { account: { email }, source: sourceOf(c) };
        const cookie = await recordingRefusals(deps, { kind: 'code.refused', ...attempt }, () =>
          requestCode(deps, email, callerOf(c)),
        );
        await recordSecurityNow(deps, { kind: 'code.requested', ...attempt });
        c.header('Set-Cookie', cookie);
        return c.json(DONE, 200);
      },
    )
    .post(
      '/code/verify',
      describe('Signs in with a code', signedInOutput, [
        'CODE_EXPIRED',
        'CODE_INCORRECT',
        'CODE_FAILED',
        'MEMBER_SUSPENDED',
      ]),
      body(codeInput),
      async (c) => {
        const input = c.req.valid('json');
        const caller = callerOf(c);
        const attempt = { account: { email: input.email }, source: caller.source };
        const entry = await recordingRefusals(deps, { kind: 'sign-in.refused', ...attempt }, () =>
          signInWithCode(deps, input, caller),
        );
        await recordEntry(deps, entry.opens, { email: input.email, reason: 'CODE', caller });
        return c.json(await answerEntry(c, deps, entry), 200);
      },
    );
}

function linkRoutes(deps: AuthDeps) {
  const { limits } = deps;
  return new Hono<Env>()
    .post(
      '/reset-request',
      describe('Sends a link to choose a new password, if the address is known', done),
      body(emailInput),
      async (c) => {
        const { email } = c.req.valid('json');
        const attempt = { account: { email }, source: sourceOf(c) };
        await recordingRefusals(deps, { kind: 'reset.refused', ...attempt }, () =>
          requestMailedLink(deps, 'reset', email, callerOf(c)),
        );
        await recordSecurityNow(deps, { kind: 'reset.requested', ...attempt });
        return c.json(DONE, 200);
      },
    )
    .post(
      '/reset-password/check',
      describe('Tells whether a reset link still works', done, ['RESET_LINK_INVALID', 'RESET_LINK_EXPIRED']),
      limitAddress(limits, LINKS.reset.address),
      body(resetTokenInput),
      async (c) => {
        const attempt = { kind: 'reset.refused', account: null, source: sourceOf(c) } as const;
        await recordingRefusals(deps, attempt, () => checkReset(deps, c.req.valid('json').token));
        return c.json(DONE, 200);
      },
    )
    .post(
      '/reset-password',
      describe('Stores a new password and ends all sessions', done, [
        'RESET_LINK_INVALID',
        'RESET_LINK_EXPIRED',
        'TOO_BUSY',
      ]),
      limitAddress(limits, LINKS.reset.address),
      body(resetPasswordInput),
      async (c) => {
        const source = sourceOf(c);
        await recordingRefusals(deps, { kind: 'reset.refused', account: null, source }, () =>
          resetPassword(deps, c.req.valid('json'), source),
        );
        return c.json(DONE, 200);
      },
    );
}

function sessionRoutes(deps: AuthDeps) {
  return new Hono<Env>()
    .use(signedInOnly)
    .get('/', describe('Lists one’s devices', z.array(signedInDeviceOutput)), async (c) =>
      c.json(await listSessions(deps, viewerOf(c)), 200),
    )
    .delete('/', describe('Signs out all other devices', done), async (c) => {
      await revokeOtherSessions(deps, viewerOf(c), sourceOf(c));
      return c.json(DONE, 200);
    })
    .delete('/:sessionId', describe('Signs out one device', done), params(sessionParams), async (c) => {
      const viewer = viewerOf(c);
      const { sessionId } = c.req.valid('param');
      await revokeSession(deps, viewer, sessionId, sourceOf(c));
      if (sessionId === viewer.sessionId) c.header('Set-Cookie', endedSessionCookie(deps.config));
      return c.json(DONE, 200);
    });
}
