import { PERSONAL_DATA_FILE } from '@guilde/contracts/account/rules.ts';
import { changePasswordInput, passwordInput } from '@guilde/contracts/auth/input.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { AuthDeps } from '../auth/better-auth.ts';
import { callerOf } from '../auth/known-devices.ts';
import { changePassword } from '../auth/password-change.ts';
import { endedSessionCookie, sessionCookie } from '../auth/sessions.ts';
import { recentProofOfHolders } from '../credentials/proof.ts';
import { body, describe, type Env, file, limitMember, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { deleteAccount } from './deletion.ts';
import { personalDataArchive } from './personal-data.ts';

const ACCOUNT_ACTS: Limit = { name: 'account:member', points: 10, seconds: 600 };

export function accountRoutes(deps: AuthDeps) {
  const { config, limits } = deps;
  const askForProof = recentProofOfHolders(deps);
  return new Hono<Env>()
    .get(
      '/personal-data',
      describe('One’s personal data', file('application/zip'), ['NOT_FOUND']),
      limitMember(limits, ACCOUNT_ACTS),
      async (c) =>
        c.body(await personalDataArchive(deps, viewerOf(c)), 200, {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${PERSONAL_DATA_FILE}"`,
        }),
    )
    .post(
      '/password',
      describe('Changes one’s password and ends all other sessions', done, ['PASSWORD_WRONG', 'TOO_BUSY']),
      askForProof,
      body(changePasswordInput),
      async (c) => {
        const token = await changePassword(deps, viewerOf(c), c.req.valid('json'), callerOf(c));
        c.header('Set-Cookie', sessionCookie(deps, token));
        return c.json({ ok: true } as const, 200);
      },
    )
    .post(
      '/delete',
      describe('Deletes one’s account', done, ['PASSWORD_WRONG', 'LAST_ADMINISTRATOR', 'TOO_BUSY']),
      askForProof,
      limitMember(limits, ACCOUNT_ACTS),
      body(passwordInput),
      async (c) => {
        await deleteAccount(deps, viewerOf(c), c.req.valid('json').password);
        c.header('Set-Cookie', endedSessionCookie(config));
        return c.json({ ok: true } as const, 200);
      },
    );
}
