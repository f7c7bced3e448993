import { AppError } from '@guilde/contracts/errors.ts';
import { firstMissingStep, type profileInput } from '@guilde/contracts/profiles/input.ts';
import { type Profile, TOP_HELPERS, type TopHelper } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { members } from '../auth/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { directoryFields } from './directory-words.ts';
import { avatarUrl, memberRefColumns, publishMember, toMemberRef } from './members.ts';
import { profiles } from './tables.ts';

type ProfileDeps = Pick<Deps, 'db' | 'clock' | 'live'>;

/** @throws SIREN_TAKEN */
export async function createProfile(
  tx: Tx,
  { userId, siren, storeUrl }: { userId: string; siren: string; storeUrl: string },
  now: number,
): Promise<void> {
  await requireFreeSiren(tx.orm, userId, siren);
  const at = { certificationAt: now, createdAt: now, updatedAt: now };
  await tx.orm.insert(profiles).values({ userId, siren, storeUrl, ...at });
}

/** The error does not say whose it is. Throws SIREN_TAKEN. */
async function requireFreeSiren(queries: Queries, userId: string, siren: string): Promise<void> {
  const [holder] = await queries
    .select({ id: profiles.userId })
    .from(profiles)
    .where(eq(profiles.siren, siren));
  if (holder && holder.id !== userId) throw new AppError('SIREN_TAKEN');
}

/** @throws SIREN_TAKEN */
export function storeSiren(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  siren: string,
): Promise<Profile> {
  return db.write(async (tx) => {
    await requireFreeSiren(tx.orm, viewer.id, siren);
    const updatedAt = clock.now();
    await tx.orm.update(profiles).set({ siren, updatedAt }).where(eq(profiles.userId, viewer.id));
    return ownProfile(tx.orm, viewer);
  });
}

export async function ownProfile(queries: Queries, viewer: Pick<Viewer, 'id'>): Promise<Profile> {
  const [row] = await queries
    .select({ profile: profiles, email: members.email })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.userId))
    .where(eq(profiles.userId, viewer.id));
  if (!row) throw new AppError('NOT_FOUND');
  const { profile, email } = row;
  return {
    ...toMemberRef({ ...profile, id: profile.userId }),
    email,
    siren: profile.siren,
    conversationsOnly: profile.conversationsOnly,
    storeUrl: profile.storeUrl,
    cms: profile.cms,
    payments: profile.payments,
    carriers: profile.carriers,
    sector: profile.sector,
    monthlyOrders: profile.monthlyOrders,
    mainChannel: profile.mainChannel,
    specialties: profile.specialties,
    bio: profile.bio,
    avatarLargeUrl: avatarUrl(profile.avatarKey, 'large'),
    totalHelpCount: profile.totalHelpCount,
    completedAt: isoOrNull(profile.completedAt),
    createdAt: iso(profile.createdAt),
  };
}

/** Resolves with true when it was incomplete. Throws PROFILE_STEPS_MISSING with the first `step`. */
export async function markProfileComplete(tx: Tx, viewer: Pick<Viewer, 'id'>, now: number): Promise<boolean> {
  const profile = await ownProfile(tx.orm, viewer);
  const step = firstMissingStep(profile);
  if (step) throw new AppError('PROFILE_STEPS_MISSING', { step });
  const completed = await tx.orm
    .update(profiles)
    .set({ ...directoryFields(profile), completedAt: now, updatedAt: now })
    .where(and(eq(profiles.userId, viewer.id), isNull(profiles.completedAt)))
    .returning({ id: profiles.userId });
  if (completed.length === 0) return false;
  await tx.orm.update(members).set({ profileComplete: true }).where(eq(members.id, viewer.id));
  return true;
}

const mostHelpful = preparedQuery((queries) =>
  queries
    .select({ ...memberRefColumns, totalHelpCount: profiles.totalHelpCount })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.userId))
    // The condition is a literal, as in the index: SQLite does not use it for a parameter.
    .where(and(sql`${profiles.totalHelpCount} > 0`, isNull(members.suspendedAt)))
    .orderBy(desc(profiles.totalHelpCount), asc(profiles.userId))
    .limit(TOP_HELPERS)
    .prepare(),
);

/** The order is by resolved SOS (docs/specification.md#home). */
export async function topHelpers({ db }: Pick<Deps, 'db'>): Promise<TopHelper[]> {
  const rows = await mostHelpful(db.orm).all();
  return rows.map((row) => ({ ...toMemberRef(row), totalHelpCount: row.totalHelpCount }));
}

export function editProfile(
  { db, clock, live }: ProfileDeps,
  viewer: Viewer,
  values: Partial<z.output<typeof profileInput>>,
): Promise<Profile> {
  const now = clock.now();
  return db.write(async (tx) => {
    const known = await ownProfile(tx.orm, viewer);
    await tx.orm
      .update(profiles)
      .set({ ...values, ...directoryFields({ ...known, ...values }), updatedAt: now })
      .where(eq(profiles.userId, viewer.id));
    await publishMember(tx, { live }, viewer.id);
    return ownProfile(tx.orm, viewer);
  });
}
