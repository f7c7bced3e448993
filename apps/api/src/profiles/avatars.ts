import { randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import { AVATAR_MAX_BYTES, AVATAR_SIZES, type Profile } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { withPicture } from '../platform/pictures.ts';
import { publishMember } from './members.ts';
import { ownProfile } from './profile.ts';
import { profiles } from './tables.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'storage.remove': { keys: string[] };
  }
}

type AvatarDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'storage'>;

/** The format is detected from the content. SVG is excluded because it may contain scripts. */
const FORMATS = new Set(['jpeg', 'png', 'gif', 'webp']);
const QUALITY = 82;
const SIZES = Object.values(AVATAR_SIZES);
const FILE_NAME = /^[a-f0-9-]{36}-(?:96|384)\.webp$/;

/** Stores a square WebP without metadata under a new random name. */
export async function setAvatar(deps: AvatarDeps, viewer: Viewer, file: Blob): Promise<Profile> {
  if (file.size > AVATAR_MAX_BYTES) throw new AppError('AVATAR_TOO_LARGE');
  const squares = await squaresOf(new Uint8Array(await file.arrayBuffer()));
  const avatarKey = randomUUID();
  for (const { size, bytes } of squares) await deps.storage.put(storageKey(avatarKey, size), bytes);
  try {
    return await storeAvatar(deps, viewer, avatarKey);
  } catch (error) {
    await Promise.allSettled(storageKeys(avatarKey).map((key) => deps.storage.remove(key)));
    throw error;
  }
}

export function removeAvatar(deps: AvatarDeps, viewer: Viewer): Promise<Profile> {
  return storeAvatar(deps, viewer, null);
}

export async function findAvatar({ storage }: Pick<Deps, 'storage'>, file: string) {
  return FILE_NAME.test(file) ? storage.get(`avatars/${file}`) : null;
}

async function queueAvatarRemoval(jobs: Deps['jobs'], tx: Tx, avatarKey: string | null): Promise<void> {
  if (avatarKey) await jobs.enqueue(tx, 'storage.remove', { keys: storageKeys(avatarKey) });
}

/** The files are erased after the commit. */
export async function eraseAvatar(tx: Tx, jobs: Deps['jobs'], memberId: string): Promise<void> {
  const [profile] = await tx.orm.select().from(profiles).where(eq(profiles.userId, memberId));
  await queueAvatarRemoval(jobs, tx, profile?.avatarKey ?? null);
}

function storeAvatar({ db, clock, live, jobs }: AvatarDeps, viewer: Viewer, avatarKey: string | null) {
  return db.write(async (tx) => {
    const [before] = await tx.orm
      .select({ avatarKey: profiles.avatarKey })
      .from(profiles)
      .where(eq(profiles.userId, viewer.id));
    await tx.orm
      .update(profiles)
      .set({ avatarKey, updatedAt: clock.now() })
      .where(eq(profiles.userId, viewer.id));
    await queueAvatarRemoval(jobs, tx, before?.avatarKey ?? null);
    await publishMember(tx, { live }, viewer.id);
    return ownProfile(tx.orm, viewer);
  });
}

function squaresOf(content: Uint8Array): Promise<{ size: number; bytes: Uint8Array }[]> {
  const unreadable = new AppError('AVATAR_NOT_AN_IMAGE');
  return withPicture(content, unreadable, async ({ metadata, open }) => {
    if (!FORMATS.has(metadata.format)) throw unreadable;
    const squares: { size: number; bytes: Uint8Array }[] = [];
    for (const size of SIZES) {
      const square = open().autoOrient().resize(size, size, { fit: 'cover' }).webp({ quality: QUALITY });
      squares.push({ size, bytes: await square.toBuffer() });
    }
    return squares;
  });
}

export function storageKeys(avatarKey: string): string[] {
  return SIZES.map((size) => storageKey(avatarKey, size));
}

function storageKey(avatarKey: string, size: number): string {
  return `avatars/${avatarKey}-${size}.webp`;
}
