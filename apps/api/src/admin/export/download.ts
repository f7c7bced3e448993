import type { Viewer } from '@guilde/contracts/viewer.ts';
import { type ZipEntry, zipped } from '../../account/zip.ts';
import { openSnapshot } from '../../platform/database/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { administer } from '../journal/administer.ts';
import { FILES } from './reading.ts';
import { exportEntries } from './writing.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type DownloadDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'secrets' | 'storage'>;

/** The log of a database file grows while it is read from one moment. */
const LONGEST_MS = 15 * 60_000;

/** The act is recorded before the first byte. Messages and notes are left out. */
export async function downloadCommunity(deps: DownloadDeps, viewer: Viewer): Promise<ReadableStream<Bytes>> {
  await administer(deps, viewer, ({ record }) =>
    record({
      action: 'community.export',
      subject: { type: 'community', id: 'community', label: 'Communauté' },
    }),
  );
  return begun(zipped(openEntries(deps)));
}

/** What cannot begin is refused. What fails later is cut before its end, where a zip has its list of files. */
async function begun(stream: ReadableStream<Bytes>): Promise<ReadableStream<Bytes>> {
  const reader = stream.getReader();
  const first = await reader.read();
  return new ReadableStream({
    start: (controller) => controller.enqueue(first.value as Bytes),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function* openEntries({ config, storage, clock }: DownloadDeps): AsyncGenerator<ZipEntry> {
  const end = performance.now() + LONGEST_MS;
  const read = await openSnapshot(config.database, config.dataDir);
  try {
    for await (const entry of exportEntries({ read, storage, now: clock.now(), isWhole: false })) {
      if (performance.now() > end) throw new Error('The export of the community has taken too long');
      yield { ...entry, isPacked: entry.name.startsWith(`${FILES}/`) };
    }
  } finally {
    read.close();
  }
}
