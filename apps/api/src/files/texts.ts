/** A text has hardly any controls but these: line ends, tabs, pages, the end of DOS, colours of consoles. */
const FEW_CONTROLS = 0.01;
const COMMON_CONTROLS = new Set([9, 10, 11, 12, 13, 26, 27]);
const SPACE = 32;
const DELETE = 127;
/** UTF-16 without a byte order mark is recognised by the zero bytes of Latin letters: this share of one half of the bytes. */
const HEAD = 2000;
const ZEROS_MIN = 0.8;
const REFERENCE = /&#(?:x0*([\da-f]{1,6})|0*(\d{1,7}));/gi;
const UNICODE_MAX = 0x10ffff;

/**
 * The letters beyond ASCII are of no matter, so that UTF-8 and Windows-1252 are read alike. The result is null
 * when the bytes are no text.
 */
export function decoded(bytes: Uint8Array): string | null {
  const text =
    utf16Of(bytes) ??
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '');
  return isText(text) ? text : null;
}

function utf16Of(bytes: Uint8Array): string | null {
  const encoding = utf16Encoding(bytes);
  if (encoding === null) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const head = bytes.subarray(0, HEAD);
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / (head.length / 2));
  if (odd >= ZEROS_MIN && even === 0) return 'utf-16le';
  return even >= ZEROS_MIN && odd === 0 ? 'utf-16be' : null;
}

function isText(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return false;
    if ((code < SPACE && !COMMON_CONTROLS.has(code)) || code === DELETE) controls++;
  }
  return controls <= text.length * FEW_CONTROLS;
}

/** Names and values of XML may be written as numbers: « &#x76;baProject ». */
export function characterReferences(text: string): string {
  return text.replace(REFERENCE, (written, hex: string | undefined, decimal: string | undefined) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= UNICODE_MAX ? String.fromCodePoint(code) : written;
  });
}
