import { Hono } from 'hono';
import { emailOf } from '../auth/members.ts';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { forgetBounce } from '../platform/services/bounces.ts';
import { bouncedSince, emailChangesOf } from './email-change/email-change.ts';
import { emailChangeRoutes } from './email-change/routes.ts';
import { listPasskeys } from './passkeys/enrolment.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { renewSecretKeys, secondFactorState } from './second-factor/factor.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';

const HOUR_MS = 3_600_000;

/** Members prove who they are by the app and recovery codes, passkeys, or the address. */
export const credentials = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .route('/auth/second-factor', secondFactorRoutes(deps))
      .route('/auth/passkeys', passkeyRoutes(deps))
      .route('/auth/email-change', emailChangeRoutes(deps)),
  // There is something to renew only while `GUILDE_SECRET` is being changed.
  start: (deps: Deps) => deps.jobs.every('auth.second-factor-keys', HOUR_MS, () => renewSecretKeys(deps)),
  personalData: ({ db }: Pick<Deps, 'db'>): PersonalData => ({
    archive: async (viewer) => ({
      secondFactor: await secondFactorState(db.orm, viewer.id),
      passkeys: await listPasskeys(db.orm, viewer.id),
      emailChanges: await emailChangesOf(db.orm, viewer.id),
      emailBouncedSince: await bouncedSince(db.orm, viewer.id),
    }),
    erase: async (tx, memberId) => forgetBounce(tx, await emailOf(tx.orm, memberId)),
  }),
};
