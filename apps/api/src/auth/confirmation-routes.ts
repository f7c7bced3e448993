import { confirmationLinkInput, confirmInput, emailInput } from '@guilde/contracts/auth/input.ts';
import { confirmationOfferOutput, signedInOutput } from '@guilde/contracts/auth/output.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { body, describe, type Env, limitAddress, REDIRECTION, sourceOf } from '../platform/http/http.ts';
import type { AuthDeps } from './better-auth.ts';
import { checkConfirmation, confirmEmail } from './confirmation.ts';
import { callerOf } from './known-devices.ts';
import { LINKS } from './limits.ts';
import { requestMailedLink } from './link-requests.ts';
import { confirmationPage } from './mails.ts';
import { recordingRefusals } from './security-log.ts';
import { answerEntry } from './session-cookie.ts';
import { signedUpInBrowser } from './sign-up-cookie.ts';

const DONE = { ok: true } as const;

/** Only POST changes anything, because mail scanners follow links. */
export function confirmationRoutes(deps: AuthDeps) {
  const { limits } = deps;
  return new Hono<Env>()
    .get('/', describe('Leads a link of earlier mails to the page that asks', REDIRECTION), (c) =>
      c.redirect(confirmationPage('', c.req.query('token') ?? ''), 302),
    )
    .post(
      '/check',
      describe('What a confirmation link is about', confirmationOfferOutput, ['CONFIRMATION_INVALID']),
      limitAddress(limits, LINKS.confirmation.address),
      body(confirmationLinkInput),
      async (c) =>
        c.json(await checkConfirmation(deps, c.req.valid('json').token, signedUpInBrowser(c, deps)), 200),
    )
    .post(
      '/',
      describe('Confirms an address and signs in', signedInOutput, [
        'ALREADY_SIGNED_IN',
        'CONFIRMATION_INVALID',
        'CONFIRMATION_NEEDS_PASSWORD',
        'TOO_BUSY',
      ]),
      limitAddress(limits, LINKS.confirmation.address),
      body(confirmInput),
      async (c) => {
        if (c.get('session')) throw new AppError('ALREADY_SIGNED_IN');
        const userAgent = c.req.header('user-agent') ?? '';
        const source = sourceOf(c);
        const browser = { userAgent, signedUpAs: signedUpInBrowser(c, deps), source };
        const attempt = { kind: 'confirmation.refused', account: null, source } as const;
        const entry = await recordingRefusals(deps, attempt, () =>
          confirmEmail(deps, c.req.valid('json'), browser),
        );
        return c.json(await answerEntry(c, deps, entry), 200);
      },
    )
    .post(
      '/resend',
      describe('Sends another confirmation link, if one is needed', done),
      body(emailInput),
      async (c) => {
        await requestMailedLink(deps, 'confirmation', c.req.valid('json').email, callerOf(c));
        return c.json(DONE, 200);
      },
    );
}
