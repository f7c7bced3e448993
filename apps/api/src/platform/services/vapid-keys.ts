import { createECDH } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db, Tx } from '../database/db.ts';
import { pushKeys } from '../database/tables.ts';
import { type Secrets, UnknownKeyError } from '../secrets.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

const ONE = 1;
const PURPOSE = 'vapid';

type KeyDeps = { config: Pick<Config, 'push'>; db: Db; clock: Clock; secrets: Secrets };

/**
 * Without configured keys the database has them, encrypted with the installation's secret. Devices are bound
 * to keys: with others they must subscribe again.
 */
export function createVapidKeys(deps: KeyDeps): () => Promise<VapidKeys> {
  let known: Promise<VapidKeys> | null = null;
  return () => {
    known ??= loadKeys(deps).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

async function loadKeys({ config, db, clock, secrets }: KeyDeps): Promise<VapidKeys> {
  if (config.push.keys) return config.push.keys;
  const [stored] = await db.orm.select().from(pushKeys).where(eq(pushKeys.id, ONE));
  const opened = stored && open(secrets, stored);
  if (opened?.isCurrent) return opened.keys;
  return db.write(async (tx) => {
    const [latest] = await tx.orm.select().from(pushKeys).where(eq(pushKeys.id, ONE));
    const keys = (latest && open(secrets, latest)?.keys) ?? newKeys();
    await store(tx, secrets, keys, clock.now());
    return keys;
  });
}

/**
 * Returns false when another instance encrypted the keys with its own secret. Without keys new ones are
 * stored, so that the next instance finds them.
 */
export async function hasSecretOfDatabase({ db, clock, secrets }: Omit<KeyDeps, 'config'>): Promise<boolean> {
  return db.write(async (tx) => {
    const [stored] = await tx.orm.select().from(pushKeys).where(eq(pushKeys.id, ONE));
    if (stored) return open(secrets, stored) !== null;
    await store(tx, secrets, newKeys(), clock.now());
    return true;
  });
}

/** Returns null when the secret is no longer accepted. `isCurrent` says that it is the newest one. */
function open(
  secrets: Secrets,
  { publicKey, privateKey, sealedWith }: typeof pushKeys.$inferSelect,
): { keys: VapidKeys; isCurrent: boolean } | null {
  try {
    const keys = { publicKey, privateKey: secrets.decrypt(PURPOSE, privateKey) };
    return { keys, isCurrent: sealedWith === secrets.sign(PURPOSE, publicKey) };
  } catch (error) {
    if (error instanceof UnknownKeyError) return null;
    throw error;
  }
}

async function store(tx: Tx, secrets: Secrets, keys: VapidKeys, createdAt: number): Promise<void> {
  const row = {
    publicKey: keys.publicKey,
    privateKey: secrets.encrypt(PURPOSE, keys.privateKey),
    sealedWith: secrets.sign(PURPOSE, keys.publicKey),
    createdAt,
  };
  await tx.orm
    .insert(pushKeys)
    .values({ id: ONE, ...row })
    .onConflictDoUpdate({ target: pushKeys.id, set: row });
}

function newKeys(): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const privateKey = Buffer.alloc(32);
  curve.getPrivateKey().copy(privateKey, 32 - curve.getPrivateKey().length);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
