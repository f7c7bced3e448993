import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** `isPacked` means that the format is compressed already. */
export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Uint8Array[]; isPacked: boolean };

/** Only the current chunk is in memory. */
export function zipped(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(pieces(entries));
}

async function* pieces(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let ready: Uint8Array<ArrayBuffer>[] = [];
  const taken = () => {
    const some = ready;
    ready = [];
    return some;
  };
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(new Uint8Array(piece));
  });
  for await (const { name, content, isPacked } of entries) {
    const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(entry);
    for await (const piece of content) {
      entry.push(piece);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
