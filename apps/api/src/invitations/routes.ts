import { signUpInput } from '@guilde/contracts/auth/input.ts';
import { accountOutput, signedUpOutput } from '@guilde/contracts/auth/output.ts';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import {
  invitationLookupInput,
  invitationParams,
  inviteInput,
  objectionQuery,
} from '@guilde/contracts/invitations/input.ts';
import {
  invitationLinkOutput,
  invitationOfferOutput,
  invitationOutput,
  invitationsOutput,
} from '@guilde/contracts/invitations/output.ts';
import { memberParams } from '@guilde/contracts/profiles/input.ts';
import { memberProfileOutput, profileOutput } from '@guilde/contracts/profiles/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { deviceCookie } from '../auth/known-devices.ts';
import { recordSessionUse, sessionCookie } from '../auth/sessions.ts';
import { clearSignUpCookie, setSignUpCookie } from '../auth/sign-up-cookie.ts';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitAddress,
  limitMember,
  membersOnly,
  params,
  query,
  REDIRECTION,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { completeProfile } from './complete-profile.ts';
import { currentAccount } from './current-account.ts';
import {
  copyInvitationLink,
  deleteInvitation,
  invite,
  listInvitations,
  renewInvitation,
} from './invitations.ts';
import { memberProfile } from './member-profile.ts';
import { object, objectionPage, withdrawObjection } from './objections.ts';
import { lookUpInvitation } from './offers.ts';
import { signUp } from './sign-up.ts';

const LOOKUPS: Limit = { name: 'invitation-lookup:address', points: 120, seconds: 600 };
const INVITATIONS: Limit = { name: 'invitations:member', points: 100, seconds: 3600 };
/** The limit is high, because mail providers send requests for many of their users. */
const OBJECTIONS: Limit = { name: 'invitation-objection:address', points: 600, seconds: 600 };
const SIGN_UPS: Limit = { name: 'sign-up:address', points: 60, seconds: 3600 };

/** A mail's link also serves people without an account. */
export function objectionRoutes(deps: Deps) {
  const { limits } = deps;
  return new Hono<Env>()
    .get(
      '/objection',
      describe('Leads whoever follows a mail’s List-Unsubscribe to the page that asks', REDIRECTION),
      query(objectionQuery),
      (c) => c.redirect(objectionPage(deps.config, c.req.valid('query').token)),
    )
    .post(
      '/objection',
      describe(
        'Refuses invitations to an address for good; the body of a one-click request is not needed',
        done,
        ['OBJECTION_INVALID'],
      ),
      limitAddress(limits, OBJECTIONS),
      query(objectionQuery),
      async (c) => {
        await object(deps, c.req.valid('query').token);
        return c.json({ ok: true } as const, 200);
      },
    )
    .delete(
      '/objection',
      describe('Allows invitations to the address again', done, ['OBJECTION_INVALID']),
      limitAddress(limits, OBJECTIONS),
      query(objectionQuery),
      async (c) => {
        await withdrawObjection(deps, c.req.valid('query').token);
        return c.json({ ok: true } as const, 200);
      },
    );
}

/** Holders of a link look it up; the other routes are for members. */
export function invitationRoutes(deps: Deps) {
  const { limits } = deps;
  return new Hono<Env>()
    .post(
      '/lookup',
      describe('What an invitation offers', invitationOfferOutput, [
        'INVITATION_INVALID',
        'INVITATION_EXPIRED',
      ]),
      limitAddress(limits, LOOKUPS),
      body(invitationLookupInput),
      async (c) => c.json(await lookUpInvitation(deps, c.req.valid('json')), 200),
    )
    .get('/', describe('One’s own invitations', invitationsOutput), membersOnly, async (c) =>
      c.json(await listInvitations(deps, viewerOf(c)), 200),
    )
    .post(
      '/',
      describe('Invites an address by mail', invitationOutput, [
        'NOT_FOUND',
        'NOT_CERTIFIED',
        'INVITATIONS_EXHAUSTED',
        'INVITEE_IS_MEMBER',
        'INVITEE_OBJECTED',
        'INVITATION_PENDING',
        'INVITATION_MAILS_RECEIVED',
        'INVITATION_MAILS_SENT',
      ]),
      membersOnly,
      limitMember(limits, INVITATIONS),
      body(inviteInput),
      async (c) => c.json(await invite(deps, viewerOf(c), c.req.valid('json').email), 200),
    )
    .post(
      '/:invitationId/link',
      describe(
        'The link of a pending invitation, made anew when the server’s secret has changed',
        invitationLinkOutput,
        ['INVITATION_NOT_PENDING'],
      ),
      membersOnly,
      params(invitationParams),
      async (c) =>
        c.json(await copyInvitationLink(deps, viewerOf(c), c.req.valid('param').invitationId), 200),
    )
    .post(
      '/:invitationId/renew',
      describe('Sends a pending or expired invitation again, for seven new days', invitationOutput, [
        'INVITATION_NOT_PENDING',
        'NOT_CERTIFIED',
        'INVITATIONS_EXHAUSTED',
        'INVITEE_IS_MEMBER',
        'INVITEE_OBJECTED',
        'INVITATION_MAILS_RECEIVED',
        'INVITATION_MAILS_SENT',
      ]),
      membersOnly,
      limitMember(limits, INVITATIONS),
      params(invitationParams),
      async (c) => c.json(await renewInvitation(deps, viewerOf(c), c.req.valid('param').invitationId), 200),
    )
    .delete(
      '/:invitationId',
      describe('Takes a pending invitation back', done, ['INVITATION_NOT_PENDING']),
      membersOnly,
      params(invitationParams),
      async (c) => {
        await deleteInvitation(deps, viewerOf(c), c.req.valid('param').invitationId);
        return c.json({ ok: true } as const, 200);
      },
    );
}

export function signUpRoutes(deps: Deps) {
  return new Hono<Env>()
    .post(
      '/sign-up',
      describe('Accepts an invitation and makes an account', signedUpOutput, [
        'ALREADY_SIGNED_IN',
        'INVITATION_REQUIRED',
        'INVITATION_INVALID',
        'INVITATION_EXPIRED',
        'INVITATION_EMAIL_MISMATCH',
        'EMAIL_TAKEN',
        'SIREN_TAKEN',
        'TOO_BUSY',
      ]),
      limitAddress(deps.limits, SIGN_UPS),
      body(signUpInput),
      async (c) => {
        if (c.get('session')) throw new AppError('ALREADY_SIGNED_IN');
        const { memberId, session } = await signUp(
          deps,
          c.req.valid('json'),
          c.req.header('user-agent') ?? '',
        );
        if (session === null) setSignUpCookie(c, deps, memberId);
        else {
          c.header('Set-Cookie', sessionCookie(deps, session), { append: true });
          clearSignUpCookie(c, deps);
        }
        return c.json({ confirmed: session !== null }, 200);
      },
    )
    .get(
      '/account',
      describe('Who is signed in; null for a visitor', accountOutput.nullable()),
      async (c) => {
        const viewer = c.get('session');
        const account: Account | null = viewer && (await currentAccount(deps, viewer));
        if (viewer) await recordSessionUse(deps, viewer.sessionId);
        const cookie = account && (await deviceCookie(deps, account, c.req.header('cookie')));
        if (cookie) c.header('Set-Cookie', cookie);
        return c.json(account, 200);
      },
    );
}

export function completionRoutes(deps: Deps) {
  return new Hono<Env>().post(
    '/complete',
    describe('Finishes the wizard', profileOutput, ['NOT_FOUND', 'PROFILE_STEPS_MISSING']),
    async (c) => c.json(await completeProfile(deps, viewerOf(c)), 200),
  );
}

export function memberProfileRoutes(deps: Pick<Deps, 'db'>) {
  return new Hono<Env>().get(
    '/:memberId',
    describe('A member as the others see them', memberProfileOutput),
    params(memberParams),
    async (c) => c.json(await memberProfile(deps.db.orm, viewerOf(c), c.req.valid('param').memberId), 200),
  );
}
