import { passwordInput, secondFactorInput, totpInput } from '@guilde/contracts/auth/input.ts';
import {
  recoveryCodesOutput,
  secondFactorOutput,
  secondFactorSetupOutput,
} from '@guilde/contracts/auth/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { callerOf } from '../../auth/known-devices.ts';
import { SIGN_IN } from '../../auth/limits.ts';
import { replaceSession } from '../../auth/session-cookie.ts';
import type { Deps } from '../../platform/deps.ts';
import { body, describe, type Env, limitAddress, signedInOnly, viewerOf } from '../../platform/http/http.ts';
import { recentProofOfHolders } from '../proof.ts';
import {
  addSecondFactor,
  proveAgain,
  removeSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
} from './enrolment.ts';
import { secondFactorState } from './factor.ts';
import { finishSignIn } from './sign-in.ts';

const DONE = { ok: true } as const;

export function secondFactorRoutes(deps: Deps) {
  return new Hono<Env>()
    .post(
      '/',
      describe('Gives the second factor of a sign-in', done, [
        'CODE_INCORRECT',
        'SECOND_FACTOR_EXPIRED',
        'MEMBER_SUSPENDED',
        'TOO_BUSY',
      ]),
      limitAddress(deps.limits, SIGN_IN.address),
      body(secondFactorInput),
      async (c) => {
        const token = await finishSignIn(deps, c.req.valid('json').code, callerOf(c));
        await replaceSession(c, deps, token);
        return c.json(DONE, 200);
      },
    )
    .route('/', enrolmentRoutes(deps));
}

function enrolmentRoutes(deps: Deps) {
  return new Hono<Env>()
    .use(signedInOnly)
    .get('/', describe('Whether one has a second factor', secondFactorOutput), async (c) =>
      c.json(await secondFactorState(deps.db.orm, viewerOf(c).id), 200),
    )
    .post(
      '/setup',
      describe('Makes a key for an app that shows codes', secondFactorSetupOutput, [
        'PASSWORD_WRONG',
        'SECOND_FACTOR_ACTIVE',
        'TOO_BUSY',
      ]),
      recentProofOfHolders(deps),
      body(passwordInput),
      async (c) =>
        c.json(await setUpSecondFactor(deps, viewerOf(c), c.req.valid('json').password, callerOf(c)), 200),
    )
    .post(
      '/add',
      describe('Asks for the second factor from now on', recoveryCodesOutput, [
        'CODE_INCORRECT',
        'SECOND_FACTOR_SETUP_EXPIRED',
        'TOO_BUSY',
      ]),
      body(totpInput),
      async (c) =>
        c.json(await addSecondFactor(deps, viewerOf(c), c.req.valid('json').code, callerOf(c)), 200),
    )
    .post(
      '/prove',
      describe('Gives the second factor again, for grave acts', done, [
        'CODE_INCORRECT',
        'SECOND_FACTOR_INACTIVE',
        'TOO_BUSY',
      ]),
      body(secondFactorInput),
      async (c) => {
        await proveAgain(deps, viewerOf(c), c.req.valid('json').code, callerOf(c));
        return c.json(DONE, 200);
      },
    )
    .post(
      '/recovery-codes',
      describe('Makes new recovery codes; the others work no more', recoveryCodesOutput, [
        'CODE_INCORRECT',
        'SECOND_FACTOR_INACTIVE',
        'TOO_BUSY',
      ]),
      body(secondFactorInput),
      async (c) =>
        c.json(await renewRecoveryCodes(deps, viewerOf(c), c.req.valid('json').code, callerOf(c)), 200),
    )
    .post(
      '/remove',
      describe('Removes the second factor', done, ['CODE_INCORRECT', 'SECOND_FACTOR_INACTIVE', 'TOO_BUSY']),
      body(secondFactorInput),
      async (c) => {
        await removeSecondFactor(deps, viewerOf(c), c.req.valid('json').code, callerOf(c));
        return c.json(DONE, 200);
      },
    );
}
