import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { directoryFields } from '../../api/src/profiles/directory-words.ts';
import type { Server } from './server.ts';

const BUSY_MS = 60_000;

/** The members are complete and never sign in. */
export function storeCrowd(
  { folder }: Pick<Server, 'folder'>,
  people: readonly { firstName: string; lastName: string; storeName: string }[],
): void {
  const database = new DatabaseSync(join(folder, 'guilde.db'), { timeout: BUSY_MS });
  const now = Date.now();
  const member = database.prepare(
    'insert into members (id, email, created_at, updated_at, profile_complete) values (?, ?, ?, ?, 1)',
  );
  const profile = database.prepare(
    `insert into profiles (user_id, first_name, last_name, store_name, store_url, cms, sector, specialties, search_words,
       sort_key, completed_at, created_at, updated_at)
     values (?, ?, ?, ?, 'https://boutique.exemple.fr', 'shopify', 'home', '["ads","seo"]', ?, ?, ?, ?, ?)`,
  );
  database.exec('begin immediate');
  for (const names of people) {
    const id = randomUUID();
    const { searchWords, sortKey } = directoryFields(names);
    const { firstName, lastName, storeName } = names;
    member.run(id, `${id}@exemple.fr`, now, now);
    profile.run(id, firstName, lastName, storeName, JSON.stringify(searchWords), sortKey, now, now, now);
  }
  // The server caches the directory.
  database.exec('update shared_views set version = version + 1');
  database.exec('commit');
  database.close();
}
