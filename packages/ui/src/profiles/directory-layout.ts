import type { DirectoryInitial } from '@guilde/contracts/profiles/rules.ts';

/** `place` is the index in the whole list. */
export type DirectoryLine =
  | { kind: 'heading'; section: number }
  | { kind: 'member'; section: number; place: number };

export type DirectorySection = DirectoryInitial & { headingsAbove: number };

export type DirectoryLayout = { lines: DirectoryLine[]; sections: DirectorySection[] };

/** Computes the layout from the counts per initial alone, before any member is loaded. */
export function layoutOf(initials: readonly DirectoryInitial[]): DirectoryLayout {
  const lines: DirectoryLine[] = [];
  const sections: DirectorySection[] = [];
  for (const [section, initial] of initials.entries()) {
    sections.push({ ...initial, headingsAbove: section });
    lines.push({ kind: 'heading', section });
    for (let at = 0; at < initial.count; at++)
      lines.push({ kind: 'member', section, place: initial.offset + at });
  }
  return { lines, sections };
}

export function pagesOf(lines: readonly DirectoryLine[], pageSize: number): number[] {
  const pages = lines.flatMap((line) => (line.kind === 'member' ? [Math.floor(line.place / pageSize)] : []));
  return [...new Set(pages)].sort((a, b) => a - b);
}
