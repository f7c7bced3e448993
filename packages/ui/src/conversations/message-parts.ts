import { beginning } from '@guilde/contracts/text.ts';

export type MessagePart = { kind: 'text' | 'code' | 'block'; start: number; text: string };

const FENCE = '```';

/** Three backticks make a block of code and one makes code; nothing else is interpreted. */
export function partsOf(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    const code = codeAt(text, at);
    if (!code) {
      at += text.startsWith(FENCE, at) ? FENCE.length : 1;
      continue;
    }
    // A block has lines of its own, so the breaks around it are its margin.
    const before = text.slice(end, at);
    const shown = code.kind === 'block' ? before.trimEnd() : before;
    if (shown) parts.push({ kind: 'text', start: end, text: shown });
    parts.push({ kind: code.kind, start: code.start, text: code.text });
    end = code.kind === 'block' && text[code.end] === '\n' ? code.end + 1 : code.end;
    at = end;
  }
  if (end < text.length || parts.length === 0)
    parts.push({ kind: 'text', start: end, text: text.slice(end) });
  return parts;
}

type Code = { kind: 'code' | 'block'; start: number; text: string; end: number };

function codeAt(text: string, at: number): Code | null {
  return text.startsWith(FENCE, at) ? blockAt(text, at) : inlineAt(text, at);
}

function inlineAt(text: string, at: number): Code | null {
  const close = text.indexOf('`', at + 1);
  const code = close < 0 || text.startsWith(FENCE, close) ? '' : text.slice(at + 1, close);
  return code && !code.includes('\n') ? { kind: 'code', start: at + 1, text: code, end: close + 1 } : null;
}

/** Leaves out the breaks beside the backticks and a word there, which names a language. */
function blockAt(text: string, at: number): Code | null {
  const close = text.indexOf(FENCE, at + FENCE.length);
  if (close < 0) return null;
  const inside = text.slice(at + FENCE.length, close);
  const [first = ''] = inside.split('\n', 1);
  const isNamed = /^[\w+#-]*\s*$/.test(first) && inside.length > first.length;
  const skipped = isNamed ? first.length + 1 : 0;
  const code = inside.slice(skipped, inside.endsWith('\n') ? -1 : undefined);
  if (!code.trim()) return null;
  return { kind: 'block', start: at + FENCE.length + skipped, text: code, end: close + FENCE.length };
}

/** A folded text shows this many characters or lines; only a clearly longer one is folded. */
const SHOWN = { characters: 700, lines: 12 };
const FOLDED_FROM = { characters: 1000, lines: 18 };

/** It is null when nothing is folded. */
export function foldAt(text: string): number | null {
  const isLong =
    text.length > FOLDED_FROM.characters ||
    text.split('\n', FOLDED_FROM.lines + 1).length > FOLDED_FROM.lines;
  if (!isLong) return null;
  let lines = 1;
  let at = 0;
  for (; at < SHOWN.characters && at < text.length; at++)
    if (text[at] === '\n' && ++lines > SHOWN.lines) return at;
  const space = text.lastIndexOf(' ', at);
  return space > SHOWN.characters / 2 ? space : beginning(text, at).length;
}

/** `end` is a position in the text that the parts come from. */
export function partsUpTo(parts: readonly MessagePart[], end: number): MessagePart[] {
  return parts
    .filter(({ start }) => start < end)
    .map((part) => ({ ...part, text: part.text.slice(0, end - part.start).toWellFormed() }));
}
