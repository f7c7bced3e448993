import { dirname, normalize } from 'node:path';
import type { Source } from './sources.ts';

/** `target` starts at the repository's root; `anchor` is empty for the whole file. */
export type Reference = { place: string; target: string; anchor: string };

/** This matches « docs/specification.md#sos », with or without a heading. */
const CITATION = /(?<![\w./-])((?:docs\/[\w/-]+|CHANGELOG|CONTRIBUTING|README|SECURITY)\.md)(?:#([\w-]+))?/g;
const LINK = /\]\(([^()\s]+)\)/g;

export function citationsIn({ file, text }: Source): Reference[] {
  return found(file, text, CITATION, ([, target = '', anchor = '']) => ({ target, anchor }));
}

export function linksIn({ file, text }: Source): Reference[] {
  return found(file, withoutCode(text), LINK, ([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return null;
    const [path = '', anchor = ''] = link.split('#');
    return { target: path === '' ? file : normalize(`${dirname(file)}/${decodeURI(path)}`), anchor };
  });
}

/** The anchors are those that GitHub makes. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutCode(text, { inline: false }).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .trim()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

/** The result lists references to missing files or headings, as « place → target ». */
export function broken(
  references: readonly Reference[],
  files: ReadonlySet<string>,
  documents: readonly Source[],
): string[] {
  const anchors = new Map(documents.map(({ file, text }) => [file, anchorsOf(text)]));
  return references
    .filter(({ target, anchor }) => {
      if (anchor === '') return !files.has(target);
      return !anchors.get(target)?.includes(anchor);
    })
    .map(({ place, target, anchor }) => `${place} → ${target}${anchor && `#${anchor}`}`);
}

function found(
  file: string,
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => { target: string; anchor: string } | null,
): Reference[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(pattern)].flatMap((match) => {
      const reference = read(match);
      return reference ? [{ place: `${file}:${index + 1}`, ...reference }] : [];
    }),
  );
}

/** The result keeps every line, so that line numbers stay right. */
function withoutCode(text: string, { inline = true } = {}): string {
  let isFenced = false;
  const lines = text.split('\n').map((line) => {
    const isFence = line.startsWith('```');
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced) return '';
    return inline ? line.replace(/`[^`]*`/g, '') : line;
  });
  return lines.join('\n');
}
