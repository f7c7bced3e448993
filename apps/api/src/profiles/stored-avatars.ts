import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { PIXELS_MAX } from '../platform/pictures.ts';
import { storageKeys } from './avatars.ts';
import { profiles } from './tables.ts';

/** The limit bounds the memory. */
const AT_ONCE = 8;
const NAMED_MAX = 3;
const MENDING = 'Remets ce qui manque depuis une sauvegarde, ou fais choisir une autre photo.';

const SENTENCES = {
  missing: { says: 'Photos de profil qui manquent dans le stockage', mending: MENDING },
  damaged: { says: 'Photos de profil coupées ou abîmées', mending: MENDING },
  unreadable: {
    says: 'Photos de profil illisibles',
    mending: 'Rends-les accessibles à l’utilisateur du serveur et vérifie le disque.',
  },
};
type Fault = keyof typeof SENTENCES;
type Pictured = { id: string; firstName: string; lastName: string; avatarKey: string | null };

/** Returns one French sentence per kind of fault. Throws UNAVAILABLE when an S3 service is down. */
export async function avatarFaults({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<string[]> {
  const found: Record<Fault, string[]> = { missing: [], damaged: [], unreadable: [] };
  const counts: Record<Fault, number> = { missing: 0, damaged: 0, unreadable: 0 };
  for await (const some of picturedMembers(db.orm)) {
    const faulty = await Promise.all(
      some.map(async (member) => {
        const fault = await faultOf(storage, member.avatarKey ?? '');
        return fault && (await isStillUsed(db.orm, member)) ? { ...fault, member } : null;
      }),
    );
    for (const each of faulty) {
      if (!each) continue;
      const { kind, key, member } = each;
      counts[kind]++;
      if (found[kind].length < NAMED_MAX)
        found[kind].push(`${member.firstName} ${member.lastName}, ${key}`.trim());
    }
  }
  return (Object.keys(SENTENCES) as Fault[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const others = counts[kind] > NAMED_MAX ? '…' : '';
      const { says, mending } = SENTENCES[kind];
      return `${says}\u00a0: ${counts[kind]} (${found[kind].join('\u202f; ')}${others}). ${mending}`;
    });
}

async function* picturedMembers(queries: Queries): AsyncGenerator<Pictured[]> {
  let after = '';
  while (true) {
    const some = await queries
      .select({
        id: profiles.userId,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        avatarKey: profiles.avatarKey,
      })
      .from(profiles)
      .where(and(isNotNull(profiles.avatarKey), gt(profiles.userId, after)))
      .orderBy(asc(profiles.userId))
      .limit(AT_ONCE);
    const last = some.at(-1);
    if (!last) return;
    after = last.id;
    yield some;
  }
}

async function faultOf(
  storage: Deps['storage'],
  avatarKey: string,
): Promise<{ kind: Fault; key: string } | null> {
  for (const key of storageKeys(avatarKey)) {
    const kind = await faultOfFile(storage, key);
    if (kind) return { kind, key };
  }
  return null;
}

async function faultOfFile(storage: Deps['storage'], key: string): Promise<Fault | null> {
  let bytes: Uint8Array | null;
  try {
    bytes = await storage.get(key);
  } catch (error) {
    // A file system's error is about this file, a service's about all.
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
    return 'unreadable';
  }
  if (!bytes) return 'missing';
  return (await isPicture(bytes)) ? null : 'damaged';
}

/** The picture is decoded completely. */
async function isPicture(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  try {
    await sharp(bytes, { limitInputPixels: PIXELS_MAX }).stats();
    return true;
  } catch {
    return false;
  }
}

/** The picture may be replaced or removed in the meantime. */
async function isStillUsed(queries: Queries, { id, avatarKey }: Pictured): Promise<boolean> {
  const rows = await queries
    .select({ avatarKey: profiles.avatarKey })
    .from(profiles)
    .where(eq(profiles.userId, id));
  return rows[0]?.avatarKey === avatarKey;
}
