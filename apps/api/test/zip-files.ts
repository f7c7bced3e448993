import { strToU8, type Zippable, zipSync } from 'fflate';

const text = strToU8;
const MAIN = 'application/vnd.openxmlformats-officedocument';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';

export const MAIN_TYPES = {
  workbook: `${MAIN}.spreadsheetml.sheet.main+xml`,
  letter: `${MAIN}.wordprocessingml.document.main+xml`,
  slides: `${MAIN}.presentationml.presentation.main+xml`,
  macroWorkbook: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  binaryWorkbook: 'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
};

export function contentTypes(main: string, part: string, others = ''): Uint8Array {
  return text(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>${others}<Override PartName="/${part}" ContentType="${main}"/></Types>`,
  );
}

/** Returns the parts of an Office document whose main one is `part`. */
export function officeParts(main: string, part: string, others: Zippable = {}): Zippable {
  return {
    '[Content_Types].xml': contentTypes(main, part),
    '_rels/.rels': text(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}" Target="${part}"/></Relationships>`,
    ),
    [part]: text('<root xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'),
    ...others,
  };
}

export const workbook = (others: Zippable = {}) =>
  zipSync(officeParts(MAIN_TYPES.workbook, 'xl/workbook.xml', others));
export const letter = (others: Zippable = {}) =>
  zipSync(officeParts(MAIN_TYPES.letter, 'word/document.xml', others));

/** OpenDocument stores its type first, unpacked. */
export function openDocument(
  kind: 'spreadsheet' | 'text' | 'presentation',
  others: Zippable = {},
): Uint8Array {
  return zipSync({
    mimetype: [text(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
    'content.xml': text('<office:document-content/>'),
    'META-INF/manifest.xml': text('<manifest:manifest/>'),
    ...others,
  });
}

const END_BYTES = 22;

/**
 * Streaming writers end a document as if it were larger than four gigabytes. `shown` is what programs find
 * that know no zip64: usually nothing.
 */
export function zip64(zip: Uint8Array, shown = { count: 0xffff, from: 0xffffffff }): Uint8Array {
  const end = Buffer.from(zip.subarray(-END_BYTES));
  const [count, size, from] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  const at = zip.length - END_BYTES;
  const long = Buffer.alloc(56);
  long.writeUInt32LE(0x06064b50);
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(45, 12);
  long.writeUInt16LE(45, 14);
  [count, count, size, from].forEach((value, place) => {
    long.writeBigUInt64LE(BigInt(value), 24 + 8 * place);
  });
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50);
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  end.writeUInt16LE(shown.count, 8);
  end.writeUInt16LE(shown.count, 10);
  end.writeUInt32LE(shown.from, 16);
  return new Uint8Array(Buffer.concat([zip.subarray(0, at), long, locator, end]));
}

/** Puts a directory without macros before the real one: programs that read zip64 find the macros behind it. */
export function hiddenDirectory(shown: Uint8Array, real: Uint8Array): Uint8Array {
  const behind = Buffer.from(real);
  const end = behind.length - END_BYTES;
  const from = behind.readUInt32LE(end + 16);
  for (let at = from; at < end; ) {
    behind.writeUInt32LE(behind.readUInt32LE(at + 42) + shown.length, at + 42);
    at += 46 + behind.readUInt16LE(at + 28) + behind.readUInt16LE(at + 30) + behind.readUInt16LE(at + 32);
  }
  behind.writeUInt32LE(from + shown.length, end + 16);
  const first = Buffer.from(shown.subarray(-END_BYTES));
  const whole = new Uint8Array(Buffer.concat([shown, behind]));
  return zip64(whole, { count: first.readUInt16LE(10), from: first.readUInt32LE(16) });
}
