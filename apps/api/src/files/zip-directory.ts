import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** A comment of any length may follow. */
const COMMENT_MAX = 65_535;
const ENTRIES_MAX = 65_535;
const STORED = 0;
const DEFLATED = 8;
/** The extra field of this kind has what does not fit into four bytes. */
const EXTRA_64 = 1;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

/** Names are in lower case and have slashes, as some programs write `XL\\Workbook.xml`. */
export type ZipEntry = { name: string; method: number; isEncrypted: boolean; from: number; bytes: number };

type Directory = { count: number; from: number; to: number };

/**
 * Nothing is unpacked. The result is null unless all programs must read the same directory: it ends where its
 * end begins, with as many entries as this says, and no name is there twice.
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = directoryOf(view);
  if (directory === null || directory.count > ENTRIES_MAX) return null;
  const { count, to } = directory;
  const entries: ZipEntry[] = [];
  let at = directory.from;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > to || view.getUint32(at, true) !== ENTRY) return null;
    const name = view.getUint16(at + 28, true);
    const extra = view.getUint16(at + 30, true);
    const next = at + ENTRY_BYTES + name + extra + view.getUint16(at + 32, true);
    if (next > to) return null;
    entries.push(entryAt(view, at, name, extra));
    at = next;
  }
  // A wrong count would hide the other entries here, but not from a program that opens the document.
  if (at !== to || new Set(entries.map(({ name }) => name)).size < count) return null;
  return entries;
}

function entryAt(view: DataView, at: number, name: number, extra: number): ZipEntry {
  const long = extra64(view, at + ENTRY_BYTES + name, extra);
  const sized = (field: number) => {
    const size = view.getUint32(at + field, true);
    return size === FULL_32 ? (long.shift() ?? size) : size;
  };
  // The longer field has the sizes in this order, each only when it does not fit.
  sized(24);
  const bytes = sized(20);
  return {
    name: nameAt(view, at + ENTRY_BYTES, name),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    bytes,
    from: sized(42),
  };
}

function nameAt(view: DataView, at: number, length: number): string {
  const bytes = Buffer.from(view.buffer, view.byteOffset + at, length);
  return bytes.toString('utf8').replaceAll('\\', '/').toLowerCase();
}

function extra64(view: DataView, from: number, length: number): number[] {
  const to = from + length;
  for (let at = from; at + 4 <= to; ) {
    const size = view.getUint16(at + 2, true);
    const next = at + 4 + size;
    if (view.getUint16(at, true) === EXTRA_64 && next <= to)
      return Array.from({ length: Math.floor(size / 8) }, (_, place) => long(view, at + 4 + 8 * place));
    at = next;
  }
  return [];
}

/** No place in a file of this size needs more than 53 bits. */
function long(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function directoryOf(view: DataView): Directory | null {
  const ends: number[] = [];
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at--)
    if (
      view.getUint32(at, true) === END &&
      at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength
    )
      ends.push(at);
  const [end] = ends;
  // Programs disagree about which of two directory ends counts, so an archive with two is refused.
  if (end === undefined || ends.length > 1) return null;
  const count = view.getUint16(end + 10, true);
  const from = view.getUint32(end + 16, true);
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return { count, from, to: end };
  const to = long(view, locator + 8);
  if (to + 56 > locator || view.getUint32(to, true) !== END_64) return null;
  const directory = { count: long(view, to + 32), from: long(view, to + 48), to };
  // Programs that know no zip64 must find the same directory, or none.
  const agrees =
    (count === FULL_16 || count === directory.count) && (from === FULL_32 || from === directory.from);
  return agrees ? directory : null;
}

/** The result is null when the entry is damaged, encrypted, packed in another way or larger than `max`. */
export function unpacked(bytes: Uint8Array, entry: ZipEntry, max: number): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { from: at } = entry;
  if (entry.isEncrypted || at + LOCAL_BYTES > bytes.byteLength || view.getUint32(at, true) !== LOCAL)
    return null;
  const name = view.getUint16(at + 26, true);
  const from = at + LOCAL_BYTES + name + view.getUint16(at + 28, true);
  if (from + entry.bytes > bytes.byteLength || nameAt(view, at + LOCAL_BYTES, name) !== entry.name)
    return null;
  const packed = bytes.subarray(from, from + entry.bytes);
  if (entry.method === STORED) return packed.byteLength > max ? null : packed;
  if (entry.method !== DEFLATED) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: max });
  } catch {
    return null;
  }
}
