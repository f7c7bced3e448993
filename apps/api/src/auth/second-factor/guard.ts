import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../../platform/deps.ts';
import { type Env, refusing, viewerOf } from '../../platform/http/http.ts';
import { requireProofOfHolder } from './factor.ts';

/** For what changes who may enter, and what ends the account: asks whoever has a second factor for it again. */
export function recentProofOfHolders({ db, clock }: Pick<Deps, 'db' | 'clock'>): MiddlewareHandler<Env> {
  return refusing(['PROOF_REQUIRED'], async (c, next) => {
    await requireProofOfHolder(db.orm, viewerOf(c), clock.now());
    await next();
  });
}
