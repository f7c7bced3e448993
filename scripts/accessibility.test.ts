import { describe, expect, it } from 'vitest';
import { listFiles, readFiles } from './sources.ts';

/** The RGAA 4.1.2 has this many criteria in each of its 13 themes. */
const CRITERIA = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12];

const [{ text } = { text: '' }] = readFiles('docs/accessibility.md');
const [declaration] = readFiles('packages/ui/src/information/legal/accessibility.md');
const [links] = readFiles('packages/ui/src/shell/legal-links.tsx');
const rows = [...text.matchAll(/^\| (\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', , result = '', shown = '']) => ({ number, result, shown }),
);
const countOf = (result: string) => rows.filter((row) => row.result === result).length;
const [met, unmet] = [countOf('met'), countOf('**not met**')];
const rate = String(Number(((100 * met) / (met + unmet)).toFixed(1)));

describe('the table of the RGAA', () => {
  it('has every criterion once, in its order, with one of three results', () => {
    const numbers = CRITERIA.flatMap((count, theme) =>
      Array.from({ length: count }, (_, index) => `${theme + 1}.${index + 1}`),
    );
    expect(rows.map(({ number }) => number)).toEqual(numbers);
    expect(countOf('met') + countOf('**not met**') + countOf('n/a')).toBe(numbers.length);
  });

  it('says what is missing, counts what it has, and cites files that exist', () => {
    const silent = rows.filter(({ result, shown }) => result === '**not met**' && !shown.includes('missing'));
    expect(silent).toEqual([]);
    expect(text.replaceAll('\n', ' ')).toContain(
      `${met} are met, ${unmet} not, and ${countOf('n/a')} do not`,
    );
    expect(text).toContain(`${met} of ${met + unmet}, **${rate} %**`);
    const files = new Set(listFiles());
    const cited = [...text.matchAll(/`((?:apps|packages|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(cited.filter((path) => !files.has(path))).toEqual([]);
  });

  it('is what the declaration says to everybody: the state, the rate, and each criterion that is not met', () => {
    const state = unmet === 0 ? 'totalement conforme' : 'partiellement conforme';
    expect(declaration?.text).toContain(`**${state}**`);
    expect(links?.text).toContain(state);
    expect(declaration?.text).toContain(`**${rate.replace('.', ',')}\u00a0%**`);
    expect(declaration?.text).toContain(`${met} sur ${met + unmet}.`);
    const named = [...(declaration?.text.matchAll(/^- Critère\s(\d+\.\d+)\s/gm) ?? [])].map(
      ([, number]) => number,
    );
    expect(named).toEqual(rows.filter(({ result }) => result === '**not met**').map(({ number }) => number));
  });
});
