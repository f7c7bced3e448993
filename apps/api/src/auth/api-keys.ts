import { API_KEY_PREFIX, type ApiKeyState, type ApiScope } from '@guilde/contracts/api-keys/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { ViewerOfKey } from '../platform/http/http-security.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { hasAccepted } from './sessions.ts';
import { apiKeys, members, userRoles } from './tables.ts';

const CALLS: Limit = { name: 'api-key', points: 120, seconds: 60 };
const USE_STORED_EVERY_MS = 10 * 60_000;

/** Every other route refuses a key, also those that will be added. */
export const ROUTES_OF_KEYS: Readonly<Record<string, ApiScope>> = {
  'GET /api/members': 'members:read',
  'GET /api/members/:memberId': 'members:read',
  'GET /api/knowledge': 'articles:read',
  'GET /api/knowledge/:summaryId': 'articles:read',
  'POST /api/invitations': 'invitations:write',
  'POST /api/events': 'events:write',
};

const REFUSALS = { expired: 'API_KEY_EXPIRED', revoked: 'API_KEY_REVOKED', idle: 'API_KEY_IDLE' } as const;

export function newApiKey(): string {
  return `${API_KEY_PREFIX}${newToken()}`;
}

/** `now` is in milliseconds. */
export function apiKeyState(
  key: { revokedAt: number | null; expiresAt: number; role: string | null; suspendedAt: number | null },
  now: number,
): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt <= now) return 'expired';
  return key.role === 'admin' && key.suspendedAt === null ? 'active' : 'idle';
}

/**
 * A key acts as a member without a role, so that its scopes are all that it may do. The key and its owner are
 * read at each call, because a revocation counts at once on all instances.
 */
export function viewerOfKey({ db, clock, limits }: Pick<Deps, 'db' | 'clock' | 'limits'>): ViewerOfKey {
  const lookup = db.orm
    .select({
      key: apiKeys,
      role: userRoles.role,
      suspendedAt: members.suspendedAt,
      profileComplete: members.profileComplete,
      acceptedRevision: members.acceptedRevision,
    })
    .from(apiKeys)
    .innerJoin(members, eq(members.id, apiKeys.ownerId))
    .leftJoin(userRoles, eq(userRoles.userId, apiKeys.ownerId))
    .where(eq(apiKeys.tokenHash, sql.placeholder('tokenHash')))
    .prepare();
  return async (token, route): Promise<Viewer> => {
    const [found] = await lookup.all({ tokenHash: hashToken(token) });
    if (!found) throw new AppError('API_KEY_UNKNOWN');
    const now = clock.now();
    const { key, profileComplete, acceptedRevision } = found;
    const state = apiKeyState({ ...key, ...found }, now);
    if (state !== 'active') throw new AppError(REFUSALS[state]);
    await limits.consume(CALLS, key.id);
    const scope = ROUTES_OF_KEYS[route];
    if (!scope) throw new AppError('API_KEY_NOT_ACCEPTED');
    if (!key.scopes.includes(scope)) throw new AppError('API_KEY_SCOPE_MISSING', { scope });
    if (now - (key.lastUsedAt ?? 0) >= USE_STORED_EVERY_MS)
      await db.orm.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, key.id));
    return {
      id: key.ownerId,
      sessionId: key.id,
      role: 'member',
      profileComplete,
      termsAccepted: hasAccepted(acceptedRevision, now),
      provenAt: null,
    };
  };
}

/** Whoever had somebody else's account may have made keys meanwhile; times are in milliseconds. */
export async function revokeKeysSince(
  { orm }: Tx,
  ownerId: string,
  since: number,
  now: number,
): Promise<void> {
  await orm
    .update(apiKeys)
    .set({ revokedAt: now, expiresAt: now })
    .where(
      and(
        eq(apiKeys.ownerId, ownerId),
        gte(apiKeys.createdAt, since),
        isNull(apiKeys.revokedAt),
        gt(apiKeys.expiresAt, now),
      ),
    );
}
