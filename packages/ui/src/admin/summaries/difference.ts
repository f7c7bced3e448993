export type Part = { kind: 'same' | 'out' | 'in'; text: string };

/** Word by word, by the longest common subsequence; texts of a thousand words at most. */
export function differenceOf(before: string, after: string): Part[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const common = commonLengths(a, b);
  const parts: Part[] = [];
  const add = (kind: Part['kind'], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    if (one !== undefined && one === other) {
      add('same', one);
      i++;
      j++;
    } else if (other === undefined || (one !== undefined && at(common, i + 1, j) >= at(common, i, j + 1))) {
      add('out', one ?? '');
      i++;
    } else {
      add('in', other);
      j++;
    }
  }
  return parts;
}

/** Each with the spaces after it, so that they give the text again. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

/** Of what follows each pair of places. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = table[i] ?? [];
    for (let j = b.length - 1; j >= 0; j--)
      row[j] =
        a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
  }
  return table;
}
