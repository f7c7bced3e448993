import { randomUUID } from 'node:crypto';
import { apiKeyInput, apiKeyParams } from '@guilde/contracts/api-keys/input.ts';
import { apiKeyOutput, newApiKeyOutput } from '@guilde/contracts/api-keys/output.ts';
import { API_KEYS_MAX, type ApiKey, type NewApiKey } from '@guilde/contracts/api-keys/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { z } from 'zod';
import { publishModeration } from '../../auth/administrators.ts';
import { apiKeyState, newApiKey } from '../../auth/api-keys.ts';
import { emailOf } from '../../auth/members.ts';
import { apiKeys, members, userRoles } from '../../auth/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  recentProofOnly,
  viewerOf,
} from '../../platform/http/http.ts';
import { hashToken } from '../../platform/secrets.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { profiles } from '../../profiles/tables.ts';
import { act, answersDone } from '../act.ts';
import { administer } from '../journal/administer.ts';
import { ADMIN_ACTS } from '../limits.ts';
import { apiKeyMail } from './mails.ts';

const DAY_MS = 86_400_000;
const KEYS_SHOWN = 100;

/** Keys of all administrators come, the newest first. `now` is in milliseconds. */
export async function listApiKeys(queries: Queries, now: number, ownerId?: string): Promise<ApiKey[]> {
  const rows = await queries
    .select({
      key: apiKeys,
      role: userRoles.role,
      suspendedAt: members.suspendedAt,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(apiKeys)
    .innerJoin(members, eq(members.id, apiKeys.ownerId))
    .leftJoin(userRoles, eq(userRoles.userId, apiKeys.ownerId))
    .innerJoin(profiles, eq(profiles.userId, apiKeys.ownerId))
    .where(ownerId === undefined ? undefined : eq(apiKeys.ownerId, ownerId))
    .orderBy(desc(apiKeys.createdAt))
    .limit(KEYS_SHOWN);
  return rows.map(({ key, firstName, lastName, ...owner }) => ({
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    owner: { id: key.ownerId, name: memberName({ firstName, lastName }) },
    state: apiKeyState({ ...key, ...owner }, now),
    createdAt: iso(key.createdAt),
    expiresAt: iso(key.expiresAt),
    lastUsedAt: isoOrNull(key.lastUsedAt),
  }));
}

/** The answer is the only place where the key itself is ever shown. */
async function createApiKey(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'live' | 'jobs' | 'config'>,
  viewer: Viewer,
  { name, scopes, days }: z.output<typeof apiKeyInput>,
): Promise<NewApiKey> {
  const { clock } = deps;
  const [id, token, now] = [randomUUID(), newApiKey(), clock.now()];
  const expiresAt = now + days * DAY_MS;
  await administer(deps, viewer, async ({ tx, record }) => {
    const working = await tx.orm.$count(apiKeys, and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now)));
    if (working >= API_KEYS_MAX) throw new AppError('API_KEYS_EXHAUSTED');
    const row = { id, ownerId: viewer.id, name, tokenHash: hashToken(token), createdAt: now, expiresAt };
    await tx.orm.insert(apiKeys).values({ ...row, scopes: [...new Set(scopes)] });
    await queueMail(deps, tx, apiKeyMail(await emailOf(tx.orm, viewer.id), name));
    await record({
      action: 'api-key.create',
      subject: { type: 'api-key', id, label: name },
      after: { scopes: scopes.join(', '), expiresAt: iso(expiresAt) },
    });
    await publishModeration(tx, deps, 'integrations');
  });
  return { id, token };
}

/** Every administrator may end any key, without a proof: nobody should have to wait. */
const revokeApiKey = act({
  ...answersDone,
  summary: 'Revoke an API key, which ends at once',
  refusals: ['NOT_FOUND'],
  params: apiKeyParams,
  areas: ['integrations'],
  run: async ({ tx, deps, record }, { keyId: id }) => {
    const now = deps.clock.now();
    const [key] = await tx.orm
      .update(apiKeys)
      .set({ revokedAt: now, expiresAt: now })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now)))
      .returning({ name: apiKeys.name });
    if (!key) throw new AppError('NOT_FOUND');
    await record({ action: 'api-key.revoke', subject: { type: 'api-key', id, label: key.name } });
  },
});

export function apiKeyRoutes(deps: Deps) {
  const { db, clock, limits } = deps;
  return new Hono<Env>()
    .get(
      '/',
      describe('API keys of all administrators, the newest first', z.array(apiKeyOutput)),
      async (c) => c.json(await listApiKeys(db.orm, clock.now()), 200),
    )
    .post(
      '/',
      describe('Make an API key, which is shown this once', newApiKeyOutput, ['API_KEYS_EXHAUSTED']),
      recentProofOnly(clock),
      limitMember(limits, ADMIN_ACTS),
      body(apiKeyInput),
      async (c) => c.json(await createApiKey(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .post('/:keyId/revoke', ...revokeApiKey.handlers(deps));
}
