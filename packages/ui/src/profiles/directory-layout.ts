import type { DirectoryInitial } from '@guilde/contracts/profiles.ts';

/** A line of the virtual list: the heading of an initial, or the cards that stand side by side. */
export type DirectoryLine =
  | { kind: 'heading'; section: number }
  | { kind: 'cards'; section: number; offset: number; count: number };

/** The members of one initial. `headingsAbove` and `cardLinesAbove` say where it begins. */
export type DirectorySection = DirectoryInitial & {
  headingsAbove: number;
  cardLinesAbove: number;
  cardLines: number;
};

export type DirectoryLayout = { lines: DirectoryLine[]; sections: DirectorySection[] };

/** Where everything stands, known from the numbers of each initial alone, before a single member has been fetched. */
export function layoutOf(initials: readonly DirectoryInitial[], columns: number): DirectoryLayout {
  const lines: DirectoryLine[] = [];
  const sections: DirectorySection[] = [];
  let cardLinesAbove = 0;
  for (const [section, initial] of initials.entries()) {
    const cardLines = Math.ceil(initial.count / columns);
    sections.push({ ...initial, headingsAbove: section, cardLinesAbove, cardLines });
    lines.push({ kind: 'heading', section });
    for (let line = 0; line < cardLines; line++) {
      const before = line * columns;
      const count = Math.min(columns, initial.count - before);
      lines.push({ kind: 'cards', section, offset: initial.offset + before, count });
    }
    cardLinesAbove += cardLines;
  }
  return { lines, sections };
}

/** The numbers of the pages that hold the members of some lines, in order. */
export function pagesOf(lines: readonly DirectoryLine[], pageSize: number): number[] {
  const pages = lines.flatMap((line) =>
    line.kind === 'cards'
      ? [Math.floor(line.offset / pageSize), Math.floor((line.offset + line.count - 1) / pageSize)]
      : [],
  );
  return [...new Set(pages)].sort((a, b) => a - b);
}
