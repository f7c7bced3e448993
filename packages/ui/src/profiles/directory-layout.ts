import type { DirectoryInitial } from '@guilde/contracts/profiles.ts';

/** A line of the virtual list: the heading of an initial, or a member by their place in the whole list. */
export type DirectoryLine =
  | { kind: 'heading'; section: number }
  | { kind: 'member'; section: number; place: number };

/** The members of one initial. */
export type DirectorySection = DirectoryInitial & { headingsAbove: number };

export type DirectoryLayout = { lines: DirectoryLine[]; sections: DirectorySection[] };

/** Where everything stands, known from the numbers of each initial alone, before a single member has been fetched. */
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

/** The numbers of the pages that hold the members of some lines, in order. */
export function pagesOf(lines: readonly DirectoryLine[], pageSize: number): number[] {
  const pages = lines.flatMap((line) => (line.kind === 'member' ? [Math.floor(line.place / pageSize)] : []));
  return [...new Set(pages)].sort((a, b) => a - b);
}
