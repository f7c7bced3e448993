import { diffWordsWithSpace } from 'diff';

export type Part = { kind: 'same' | 'out' | 'in'; text: string };

/** Words and spaces that come or go, at most; a summary has fewer words. */
const CHANGES_MAX = 2000;

/** Word by word. Texts that have less in common than that are shown as one taken out and one put in. */
export function differenceOf(before: string, after: string): Part[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: CHANGES_MAX });
  if (!changes)
    return [
      { kind: 'out', text: before },
      { kind: 'in', text: after },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'in' : removed ? 'out' : 'same',
    text: value,
  }));
}
