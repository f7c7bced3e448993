const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
/** A comment of any length may follow. */
const COMMENT_MAX = 65_535;
const ENTRIES_MAX = 5000;

/** Nothing is unpacked. The result is null when it is no plain zip file. */
export function entryNames(bytes: Uint8Array): string[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > ENTRIES_MAX) return null;
  const names: string[] = [];
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY) return null;
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const from = at + ENTRY_BYTES;
    names.push(Buffer.from(bytes.subarray(from, from + name)).toString('utf8'));
    at = from + name + extra + comment;
  }
  // A wrong count would hide the other entries here, but not from a program that opens the document.
  return at + 4 <= end && view.getUint32(at, true) === ENTRY ? null : names;
}

function endOf(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at--)
    if (view.getUint32(at, true) === END) return at;
  return null;
}
