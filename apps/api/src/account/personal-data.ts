import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import { strToU8 } from 'fflate';
import { members } from '../auth/tables.ts';
import { messagesOf } from '../conversations/personal-data.ts';
import { currentAccount } from '../invitations/current-account.ts';
import { iso } from '../platform/clock.ts';
import { csv } from '../platform/csv.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { findAvatar } from '../profiles/avatars.ts';
import { ownProfile } from '../profiles/profile.ts';
import { administrativeActsOf, decisionsAbout } from './decisions.ts';
import { describeFiles, fileEntries, sentFiles } from './sent-files.ts';
import { type ZipEntry, zipped } from './zip.ts';

type DataDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'personalData'>;

const README = `Tes données personnelles sur Guilde

donnees.json    toutes tes données, à lire par un logiciel
messages.csv    tes messages, à ouvrir dans un tableur (heure de Paris)
photo.webp      ta photo de profil, si tu en as une
fichiers        les fichiers que tu as joints à tes SOS et à tes messages
`;

/** Everything but the bytes of files is read before the archive begins, because reading can fail. */
export async function personalDataArchive(
  deps: DataDeps,
  viewer: Viewer,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { orm } = deps.db;
  const written = await messagesOf(orm, viewer.id);
  const sent = await sentFiles(orm, viewer.id);
  const data: Record<string, unknown> = {
    exportedAt: iso(deps.clock.now()),
    account: await accountOf(deps, viewer),
  };
  for (const { archive } of deps.personalData) Object.assign(data, await archive?.(viewer));
  Object.assign(data, {
    decisionsAboutYou: await decisionsAbout(orm, viewer.id),
    administrativeActs: await administrativeActsOf(orm, viewer.id),
    messages: written,
    files: describeFiles(sent),
  });
  const texts = {
    'lisez-moi.txt': README,
    'donnees.json': `${JSON.stringify(data, null, 2)}\n`,
    'messages.csv': messagesCsv(written),
  };
  const { avatarLargeUrl } = await ownProfile(orm, viewer);
  const photo = await findAvatar(deps, avatarLargeUrl?.split('/').at(-1) ?? '');
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    for (const [name, text] of Object.entries(texts))
      yield { name, content: [strToU8(text)], isPacked: false };
    if (photo) yield { name: 'photo.webp', content: [photo], isPacked: true };
    yield* fileEntries(deps, sent);
  };
  return zipped(entries());
}

async function accountOf(deps: DataDeps, viewer: Viewer) {
  const account = await currentAccount(deps, viewer);
  return {
    id: viewer.id,
    email: account?.email,
    role: viewer.role,
    sponsor: account?.sponsor ? memberName(account.sponsor) : null,
    ...(await memberDates(deps.db.orm, viewer.id)),
  };
}

async function memberDates(queries: Queries, memberId: string) {
  const [member] = await queries.select().from(members).where(eq(members.id, memberId));
  return {
    emailConfirmed: member?.emailVerified ?? false,
    createdAt: member && iso(member.createdAt.getTime()),
  };
}

function messagesCsv(written: { sos: string; content: string; createdAt: string }[]): string {
  const date = new Intl.DateTimeFormat('fr-FR', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Europe/Paris',
  });
  const rows = written.map(({ sos, content, createdAt }) => [
    date.format(Date.parse(createdAt)),
    sos,
    content,
  ]);
  return csv([['Date', 'SOS', 'Message'], ...rows]);
}
