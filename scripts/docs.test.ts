import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FEATURES } from './boundaries.ts';
import { anchorsOf, broken, citationsIn, linksIn } from './documents.ts';
import { listFiles, readFiles, type Source } from './sources.ts';

const README_LINES_MAX = 150;
/** This file cites documents that are not there, to see that they are missed. */
const OWN = 'scripts/docs.test.ts';

/** The documents that the product shows have their own tests. */
const documents = readFiles('*.md', ':!packages/ui/src');
const sources = readFiles('*.ts', '*.tsx', '*.css', '*.yml', '*.json', '.editorconfig').filter(
  ({ file }) => file !== OWN,
);
const files = new Set(listFiles().flatMap((file) => [file, ...foldersOf(file)]));

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? ['.'] : [folder, ...foldersOf(folder)];
}

describe('documents', () => {
  it('are cited, by comments too, with files and headings that exist', () => {
    const citations = [...sources, ...documents].flatMap(citationsIn);
    expect(citations.length).toBeGreaterThan(80);
    expect(broken(citations, files, documents)).toEqual([]);
  });

  it('have links to files and headings that exist', () => {
    const links = documents.flatMap(linksIn);
    expect(links.length).toBeGreaterThan(40);
    expect(broken(links, files, documents)).toEqual([]);
  });

  it('are never cited without their path', () => {
    const vague = /\((?:specification|decisions)\b[,:)]|\bissue \d/i;
    expect(sources.filter(({ text }) => vague.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('are all reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const file of reached) {
      const document = documents.find((one) => one.file === file);
      for (const { target } of document ? [...linksIn(document), ...citationsIn(document)] : [])
        if (target.endsWith('.md')) reached.add(target);
    }
    const documented = documents.map(({ file }) => file).filter((file) => !file.startsWith('.github/'));
    expect(documented.filter((file) => !reached.has(file))).toEqual([]);
  });

  it('name every feature’s folders in the README', () => {
    const readme = documents.find(({ file }) => file === 'README.md')?.text ?? '';
    const rows = readme.split('\n').filter((line) => line.startsWith('| ') && line.includes('/`'));
    for (const [side, column] of [
      ['apps/api/src', 2],
      ['packages/ui/src', 3],
    ] as const) {
      const named = rows.map((row) => row.split('|')[column] ?? '').join();
      const missing = FEATURES.filter(
        (name) => files.has(`${side}/${name}`) && !named.includes(`\`${name}/`),
      );
      expect(missing).toEqual([]);
    }
  });

  it('number each record once', () => {
    const numbers = [...files].map((file) => /^docs\/adr\/(\d+)-/.exec(file)?.[1]).filter(Boolean);
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([]);
  });

  it('name the features in their order', () => {
    const architecture = documents.find(({ file }) => file === 'docs/architecture.md')?.text ?? '';
    const order = /Features are ordered: ([^.]*)\./.exec(architecture)?.[1]?.split(/,\s+/);
    expect(order).toEqual(FEATURES);
  });

  it(`begin with a README of at most ${README_LINES_MAX} lines`, () => {
    const readme = documents.find(({ file }) => file === 'README.md')?.text ?? '';
    expect(readme.split('\n').length - 1).toBeLessThanOrEqual(README_LINES_MAX);
  });
});

it('editors are told what the formatter does', () => {
  const textOf = (name: string) => readFiles(name).find(({ file }) => file === name)?.text ?? '';
  const { formatter } = JSON.parse(textOf('biome.json')) as {
    formatter: { indentStyle: string; indentWidth: number; lineWidth: number };
  };
  const [, everywhere = ''] = textOf('.editorconfig').split(/^\[.*\]$/m);
  expect(everywhere).toContain(`indent_style = ${formatter.indentStyle}\n`);
  expect(everywhere).toContain(`indent_size = ${formatter.indentWidth}\n`);
  expect(everywhere).toContain(`max_line_length = ${formatter.lineWidth}\n`);
});

describe('the check of documents', () => {
  const page: Source = {
    file: 'docs/page.md',
    text: '# Page\n\n## First `part` & more\n\n## Again\n\n## Again\n',
  };
  const known = new Set(['docs/page.md']);
  const missed = (text: string) => {
    const citing = { file: 'README.md', text };
    return broken([...citationsIn(citing), ...linksIn(citing)], known, [page]);
  };

  it('knows anchors as GitHub makes them', () => {
    expect(anchorsOf(page.text)).toEqual(['page', 'first-part--more', 'again', 'again-1']);
    expect(anchorsOf('## « Déjà résolu ? »\n```\n# a comment\n```\n')).toEqual(['-déjà-résolu--']);
  });

  it.each([
    ['a comment', '/** Why (docs/page.md#first-part--more). */'],
    ['a link', 'See [why](docs/page.md#again-1).'],
    ['code, whose links are none', '`[a](b)`'],
    ['an address elsewhere', '[a](https://example.org/a.md#b)'],
  ])('accepts %s', (_, text) => {
    expect(missed(text)).toEqual([]);
  });

  it.each([
    ['a comment that cites a heading that was renamed', '/** Why (docs/page.md#second). */'],
    ['a comment that cites a file that is gone', '// docs/gone.md'],
    ['a link to a heading that was renamed', '[why](docs/page.md#second)'],
    ['a link to a file that is gone', '[why](docs/gone.md)'],
    ['a link to a heading of its own that is not there', '[why](#second)'],
  ])('misses %s', (_, text) => {
    expect(missed(text)).not.toEqual([]);
  });
});
