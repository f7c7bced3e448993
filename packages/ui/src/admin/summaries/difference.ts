import { diffArrays, diffWordsWithSpace } from 'diff';

export type Part = { kind: 'same' | 'out' | 'in'; text: string };

/** Two lines that are less alike count as one removed and one added. */
const ALIKE = 0.4;
/** A line with more words and spaces is compared as a whole; a sentence has fewer. */
const CHANGES_MAX = 500;

/** Compares line by line, and word by word within a changed line. */
export function differenceOf(before: readonly string[], after: readonly string[]): Part[][] {
  const lines: Part[][] = [];
  let gone: string[] = [];
  for (const { added, removed, value } of diffArrays([...before], [...after])) {
    if (removed) gone.push(...value);
    else if (added) {
      lines.push(...changesOf(gone, value));
      gone = [];
    } else {
      lines.push(...gone.map((text) => whole('out', text)), ...value.map((text) => whole('same', text)));
      gone = [];
    }
  }
  return [...lines, ...gone.map((text) => whole('out', text))];
}

/** Pairs each added line with the next removed one that it resembles; the others stay around the pairs. */
function changesOf(gone: readonly string[], come: readonly string[]): Part[][] {
  const lines: Part[][] = [];
  let rest = [...gone];
  let alone: string[] = [];
  const flush = (out: readonly string[]) => {
    lines.push(...out.map((text) => whole('out', text)), ...alone.map((text) => whole('in', text)));
    alone = [];
  };
  for (const text of come) {
    const place = rest.findIndex((other) => areAlike(other, text));
    const origin = rest[place];
    if (origin === undefined) alone.push(text);
    else {
      flush(rest.slice(0, place));
      lines.push(wordsOf(origin, text));
      rest = rest.slice(place + 1);
    }
  }
  flush(rest);
  return lines;
}

function whole(kind: Part['kind'], text: string): Part[] {
  return [{ kind, text }];
}

function wordsOf(before: string, after: string): Part[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: CHANGES_MAX });
  if (!changes) return [...whole('out', before), ...whole('in', after)];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'in' : removed ? 'out' : 'same',
    text: value,
  }));
}

function areAlike(one: string, other: string): boolean {
  const [a, b] = [one.split(' '), other.split(' ')];
  const known = new Set(a);
  const common = b.filter((word) => known.has(word)).length;
  return common / Math.max(a.length, b.length) >= ALIKE;
}
