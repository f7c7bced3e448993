import { eq } from 'drizzle-orm';
import { built, type Queries } from './db.ts';
import { sharedViews } from './tables.ts';

/** Views kept at a time; a page of the feed has some 30 kB. */
const KEPT_MAX = 200;

const versionNow = built((queries) =>
  queries.select({ version: sharedViews.version }).from(sharedViews).where(eq(sharedViews.id, 1)).prepare(),
);

type Kept = { version: number; views: Map<string, Promise<unknown>> };

const keptOf = built((): Kept => ({ version: -1, views: new Map() }));

/**
 * What all members see alike, read once and kept until the database says that something in it has changed. It is asked
 * at every call, with one statement: the count is kept by triggers (migration 0004), inside the transaction that
 * changes something, so that another instance and a person at the database's own prompt count as well. A view that shows
 * a table or column with no trigger there needs one. Who reads the count before the rows never keeps anything too old.
 * `key` names the view and all that it depends on.
 */
export async function sharedView<T>(queries: Queries, key: string, read: () => Promise<T>): Promise<T> {
  const [row] = await versionNow(queries).all();
  const version = row?.version ?? -1;
  const kept = keptOf(queries);
  if (kept.version !== version) {
    kept.version = version;
    kept.views = new Map();
  }
  const { views } = kept;
  const known = views.get(key) as Promise<T> | undefined;
  if (known) return known;
  const view = read();
  views.set(key, view);
  view.catch(() => views.delete(key));
  if (views.size > KEPT_MAX) views.delete(views.keys().next().value ?? '');
  return view;
}
