import { characterReferences } from './texts.ts';

/** A browser runs what is in these (https://www.w3.org/TR/xml-names/). */
const PAGE_NAMESPACES = [
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
];
/** Maps of sites name translations with this element of XHTML. */
const HARMLESS = 'link';
const PAGE_ROOT =
  /^(html|head|body|title|meta|base|style|script|svg|math|iframe|frameset|object|embed|img|video|audio|form|table|div|span|p|a|h[1-6]|ul|ol|br|font|center)$/i;
/** A declared encoding must be one of these: in others the same bytes can be other characters, tags among them. */
const ENCODING = /^(utf-?8|utf-?16(le|be)?|us-ascii|ascii|iso-8859-1(5)?|latin1|windows-1252|cp1252)$/i;
const DECLARED = /\sencoding\s?=\s?["']([^"']*)["']/;
const DOCTYPE = /^<!doctype\s+([^\s>]*)/i;
const NAMESPACE_MAX = 1000;

/**
 * `xml` is data in well-nested elements. `page` is what a browser would show or run. `unsure` declares what
 * could hide one. Null is a text, though it may begin as « <claire@boutique.fr> a écrit ».
 */
export type Markup = 'xml' | 'page' | 'unsure' | null;

export function markupOf(text: string): Markup {
  if (!text.trimStart().startsWith('<')) return null;
  const reader: Reader = { text, at: 0, depth: 0, roots: 0, prefixes: new Set(), next: new Map() };
  for (;;) {
    const open = text.indexOf('<', reader.at);
    if (open < 0) return reader.depth === 0 && reader.roots === 1 ? 'xml' : null;
    reader.at = open;
    const found = instructionAt(reader) ?? elementAt(reader);
    if (found !== 'next') return found === 'text' ? null : found;
  }
}

/** `next` keeps where a sign is next, so that one that is far away is not looked for again at each tag. */
type Reader = {
  text: string;
  at: number;
  depth: number;
  roots: number;
  prefixes: Set<string>;
  next: Map<string, number>;
};
type Step = 'next' | 'text' | 'page' | 'unsure';

/** Moves past a comment, plain characters or an instruction; null at an element. */
function instructionAt(reader: Reader): Step | null {
  const { text, at } = reader;
  if (text.startsWith('<!--', at)) return past(reader, '-->');
  if (text.startsWith('<![CDATA[', at)) return past(reader, ']]>');
  if (text.startsWith('<!', at)) {
    const [, root] = DOCTYPE.exec(text.slice(at, at + 100)) ?? [];
    if (root === undefined || reader.roots > 0) return 'text';
    return PAGE_ROOT.test(root) ? 'page' : 'unsure';
  }
  if (!text.startsWith('<?', at)) return null;
  const step = past(reader, '?>');
  const instruction = text.slice(at, step === 'next' ? reader.at : at + 100);
  if (/^<\?(xml-stylesheet|php|=)/i.test(instruction)) return 'page';
  const encoding = /^<\?xml\s/.test(instruction) ? DECLARED.exec(instruction)?.[1] : undefined;
  return encoding !== undefined && !ENCODING.test(encoding) ? 'unsure' : step;
}

function past(reader: Reader, end: string): Step {
  const at = reader.text.indexOf(end, reader.at + 2);
  if (at < 0) return 'text';
  reader.at = at + end.length;
  return 'next';
}

function elementAt(reader: Reader): Step {
  const { text, at } = reader;
  if (text[at + 1] === '/') {
    reader.depth--;
    return reader.depth < 0 ? 'text' : past(reader, '>');
  }
  const nameEnd = endOfName(text, at + 1);
  if (reader.depth === 0) {
    if (PAGE_ROOT.test(text.slice(at + 1, nameEnd))) return 'page';
    reader.roots++;
  }
  const step = pastAttributes(reader, nameEnd);
  if (step !== 'next') return step;
  if (text[reader.at - 2] !== '/') reader.depth++;
  if (reader.prefixes.size === 0) return 'next';
  const [local = '', prefix = ''] = text
    .slice(at + 1, nameEnd)
    .split(':')
    .toReversed();
  return reader.prefixes.has(prefix) && local !== HARMLESS ? 'page' : 'next';
}

function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSpace(text, at) && text[at] !== '/' && text[at] !== '>') at++;
  return at;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13);
}

function pastSpaces(text: string, from: number): number {
  let at = from;
  while (isSpace(text, at)) at++;
  return at;
}

/** A tag of millions of attributes is read once, and only names of namespaces are kept. */
function pastAttributes(reader: Reader, from: number): Step {
  const { text } = reader;
  let at = from;
  for (;;) {
    const end = nextOf(reader, '>', at);
    if (end < 0) return 'text';
    const sign = nextOf(reader, '=', at);
    if (sign < 0 || sign > end) {
      reader.at = end + 1;
      return 'next';
    }
    const value = pastSpaces(text, sign + 1);
    const quote = text[value];
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, value + 1) : -1;
    if (close < 0) return 'text';
    const start = pastSpaces(text, at);
    if (text.startsWith('xmlns', start)) {
      if (close - value > NAMESPACE_MAX) return 'unsure';
      const namespace = characterReferences(text.slice(value + 1, close));
      const prefix = text.slice(start + 'xmlns:'.length, sign).trim();
      if (PAGE_NAMESPACES.some((one) => namespace.includes(one))) reader.prefixes.add(prefix);
    }
    at = close + 1;
  }
}

function nextOf({ text, next }: Reader, sign: string, from: number): number {
  const known = next.get(sign);
  if (known !== undefined && (known < 0 || known >= from)) return known;
  const found = text.indexOf(sign, from);
  next.set(sign, found);
  return found;
}
