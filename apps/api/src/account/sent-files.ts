import { plainName } from '@guilde/contracts/files/rules.ts';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { conversations } from '../conversations/tables.ts';
import { deals } from '../deals/tables.ts';
import { events } from '../events/tables.ts';
import { storageKey } from '../files/stored.ts';
import { files } from '../files/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sosRequests } from '../sos/tables.ts';
import type { ZipEntry } from './zip.ts';

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });
const UNSENT = 'Pas encore envoyés';

type SentFile = Awaited<ReturnType<typeof rowsOf>>[number] & { path: string };

/** Each file has its name in the archive, in a folder per SOS. */
export async function sentFiles(queries: Queries, memberId: string): Promise<SentFile[]> {
  const known = new Map<string, number>();
  return (await rowsOf(queries, memberId)).map((row) => {
    const folder = row.sos === null ? UNSENT : plainName(row.sos) || 'SOS';
    const name = `fichiers/${folder}/${DAY.format(row.file.createdAt)} ${row.file.name}`;
    const before = known.get(name) ?? 0;
    known.set(name, before + 1);
    return { ...row, path: before === 0 ? name : name.replace(/\.(\w+)$/, ` (${before + 1}).$1`) };
  });
}

function rowsOf(queries: Queries, memberId: string) {
  return queries
    .select({
      file: files,
      sos: sql<string | null>`coalesce(${sosRequests.title}, ${events.title}, ${deals.title})`,
    })
    .from(files)
    .leftJoin(conversations, eq(conversations.id, files.conversationId))
    .leftJoin(
      sosRequests,
      sql`${sosRequests.id} = coalesce(${files.sosId}, case when ${files.messageId} is not null
        then ${conversations.sosRequestId} end)`,
    )
    .leftJoin(events, and(eq(events.id, conversations.eventId), isNotNull(files.messageId)))
    .leftJoin(
      deals,
      sql`${deals.id} = coalesce(${files.dealId}, case when ${files.messageId} is not null
        then ${conversations.dealId} end)`,
    )
    .where(and(eq(files.ownerId, memberId), isNotNull(files.readyAt)))
    .orderBy(asc(files.createdAt), asc(files.id));
}

export function describeFiles(sent: readonly SentFile[]) {
  return sent.map(({ path, sos, file: { name, type, bytes, alt, seconds, createdAt } }) => ({
    name,
    sos,
    type,
    bytes,
    alt,
    seconds,
    createdAt: iso(createdAt),
    path,
  }));
}

/** A file that was deleted meanwhile is left out. */
export async function* fileEntries(
  { storage }: Pick<Deps, 'storage'>,
  sent: readonly SentFile[],
): AsyncGenerator<ZipEntry> {
  for (const { file, path: name } of sent) {
    const content = await storage.read(storageKey(file, 'full'), { first: 0, last: file.bytes - 1 });
    if (content) yield { name, content, isPacked: !file.type?.startsWith('text/') };
  }
}
