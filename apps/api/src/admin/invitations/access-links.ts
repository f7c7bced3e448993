import { accessLinkInput, accessLinkParams } from '@guilde/contracts/access/input.ts';
import { accessLinkOutput } from '@guilde/contracts/access/output.ts';
import { ACCESS_DAYS_MAX, type AccessLink } from '@guilde/contracts/access/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { parisInstant } from '@guilde/contracts/paris-time.ts';
import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { z } from 'zod';
import { accessUrl, newAccessCode, stateOf } from '../../invitations/access/links.ts';
import { accessLinks, accessRequests, isWaiting } from '../../invitations/access/tables.ts';
import { invitations } from '../../invitations/tables.ts';
import { iso } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { describe, type Env } from '../../platform/http/http.ts';
import { memberRefs } from '../../profiles/members.ts';
import { act, answersDone } from '../act.ts';
import { UNCHANGED } from '../journal/administer.ts';

const DAY_MS = 86_400_000;
const LINKS_SHOWN = 100;
const NOT_THAT_DAY = `Choisis un jour dans les ${ACCESS_DAYS_MAX} jours qui viennent.`;

/** The newest come first. */
async function listAccessLinks({
  db: { orm },
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<AccessLink[]> {
  const rows = await orm
    .select()
    .from(accessLinks)
    .orderBy(desc(accessLinks.createdAt), desc(accessLinks.id))
    .limit(LINKS_SHOWN);
  const ids = rows.map(({ id }) => id);
  const waiting = await orm
    .select({ id: accessRequests.linkId, rows: count() })
    .from(accessRequests)
    .where(and(inArray(accessRequests.linkId, ids), isWaiting))
    .groupBy(accessRequests.linkId);
  const joined = await orm
    .select({ id: invitations.accessLinkId, rows: count(invitations.acceptedAt) })
    .from(invitations)
    .where(inArray(invitations.accessLinkId, ids))
    .groupBy(invitations.accessLinkId);
  const makers = await memberRefs(
    orm,
    rows.flatMap(({ makerId }) => makerId ?? []),
  );
  const counted = (counts: { id: string | null; rows: number }[], id: string) =>
    counts.find((one) => one.id === id)?.rows ?? 0;
  return rows.map((row) => ({
    id: row.id,
    groupName: row.groupName,
    url: accessUrl(config, row.code),
    state: stateOf(row, counted(waiting, row.id), clock.now()),
    maker: makers.get(row.makerId ?? '') ?? null,
    createdAt: iso(row.createdAt),
    endsAt: iso(row.endsAt),
    usesMax: row.usesMax,
    waiting: counted(waiting, row.id),
    accepted: row.accepted,
    refused: row.refused,
    joined: counted(joined, row.id),
  }));
}

const createAccessLink = act({
  ...answersDone,
  summary: 'Make a link by which the members of a group ask to be invited',
  input: accessLinkInput,
  needsProof: true,
  areas: ['access'],
  run: async ({ tx, deps, viewer, record }, _params, { id, groupName, endsOn, usesMax }) => {
    const now = deps.clock.now();
    const endsAt = parisInstant(`${endsOn}T23:59`) + 60_000;
    if (endsAt <= now || endsAt > now + (ACCESS_DAYS_MAX + 1) * DAY_MS)
      throw new AppError('INVALID_INPUT', {}, { endsOn: NOT_THAT_DAY });
    const row = { id, groupName, usesMax, endsAt, makerId: viewer.id, code: newAccessCode(), createdAt: now };
    const made = await tx.orm.insert(accessLinks).values(row).onConflictDoNothing().returning();
    if (made.length === 0) return UNCHANGED;
    await record({
      action: 'access-link.create',
      subject: { type: 'access-link', id, label: groupName },
      after: { expiresAt: iso(endsAt), uses: usesMax },
    });
    return;
  },
});

/** Every administrator may close any link, without a proof. What waits can still be decided. */
const revokeAccessLink = act({
  ...answersDone,
  summary: 'Close an access link at once',
  refusals: ['NOT_FOUND'],
  params: accessLinkParams,
  areas: ['access'],
  run: async ({ tx, deps, record }, { accessLinkId: id }) => {
    const [link] = await tx.orm
      .update(accessLinks)
      .set({ revokedAt: deps.clock.now() })
      .where(and(eq(accessLinks.id, id), isNull(accessLinks.revokedAt)))
      .returning({ groupName: accessLinks.groupName });
    if (!link) throw new AppError('NOT_FOUND');
    await record({
      action: 'access-link.revoke',
      subject: { type: 'access-link', id, label: link.groupName },
    });
  },
});

export function accessLinkRoutes(deps: Deps) {
  return new Hono<Env>()
    .get('/', describe('Access links, the newest first', z.array(accessLinkOutput)), async (c) =>
      c.json(await listAccessLinks(deps), 200),
    )
    .post('/', ...createAccessLink.handlers(deps))
    .post('/:accessLinkId/revoke', ...revokeAccessLink.handlers(deps));
}
