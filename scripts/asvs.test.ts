import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASVS_NUMBERS } from './asvs-numbers.ts';
import { listFiles } from './sources.ts';

const text = readFileSync(join(import.meta.dirname, '../docs/asvs.md'), 'utf8');
const rows = [...text.matchAll(/^\| (\d[\d.]*) \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', , , state = '', shown = '']) => ({ number, state, shown }),
);

/** The paths are in the order of the text, without packages and addresses. */
const pathsIn = (cell: string) =>
  [...cell.matchAll(/`((?:apps|packages|scripts|\.github)\/[\w./-]+)`/g)].map(([, path = '']) => path);

describe('the table of OWASP ASVS', () => {
  it('has every requirement of the levels 1 and 2 once, in its order', () => {
    expect(ASVS_NUMBERS).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(ASVS_NUMBERS);
  });

  it('says of each whether it is met, and what shows it or what is missing', () => {
    const known = ['met', 'partly', '**not met**', 'n/a'];
    expect(rows.filter(({ state }) => !known.includes(state))).toEqual([]);
    const unmet = rows.filter(({ state }) => ['partly', '**not met**'].includes(state));
    const silent = unmet.filter(({ shown }) => !/missing|but|digits/i.test(shown));
    expect(silent.map(({ number }) => number)).toEqual([]);
    const met = rows.filter(({ state }) => state === 'met' || state === 'partly');
    const unshown = met.filter(({ shown }) => !/`[^`]+`|\]\(/.test(shown) && !shown.startsWith('as above'));
    expect(unshown.map(({ number }) => number)).toEqual([]);
  });

  it('counts what it has, and cites files that exist', () => {
    const counted = ['met', 'partly', '**not met**', 'n/a'].map(
      (state) => rows.filter((row) => row.state === state).length,
    );
    expect(text).toContain(
      `${counted[0]} are met, ${counted[1]} partly, ${counted[2]} not, and ${counted[3]} do not apply`,
    );
    const files = new Set(listFiles());
    const cited = rows.flatMap(({ shown }) => pathsIn(shown));
    expect(cited.length).toBeGreaterThan(200);
    expect([...new Set(cited)].filter((path) => !files.has(path))).toEqual([]);
  });
});
