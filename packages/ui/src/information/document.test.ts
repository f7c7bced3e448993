import { matchRoutes } from 'react-router-dom';
import { describe, expect, it, test } from 'vitest';
import { routes } from '../routes.tsx';
import { readDocument } from './document.ts';
import accessibility from './legal/accessibility.md?raw';
import notice from './legal/notice.md?raw';
import privacy from './legal/privacy.md?raw';
import terms from './legal/terms.md?raw';
import questions from './questions.md?raw';
import { VALUES } from './values.tsx';

const TEXTS = {
  '/terms': terms,
  '/privacy': privacy,
  '/legal': notice,
  '/accessibility': accessibility,
  '/information/faq': questions,
};

describe('a text in Markdown', () => {
  it('has a summary, then sections of paragraphs, lists, definitions and tables', () => {
    const { summary, sections } = readDocument(
      [
        'En **bref**.',
        '## Titre {#ancre}',
        'Un *mot*, un [lien](/terms#fin)\net {name}.',
        '- un\n  deux\n- trois',
        'Nom\n: {name}\n  SAS\nPays\n: France',
        'Table: Durées\n| Quoi | Combien |\n| --- | --- |\n| a | {name} |',
        '## Fin {#fin}',
      ].join('\n\n'),
    );
    const text = (said: string) => ({ kind: 'text', text: said });
    const name = { kind: 'value', name: 'name' };
    expect(summary).toEqual([text('En '), { kind: 'strong', text: 'bref' }, text('.')]);
    expect(sections).toEqual([
      {
        id: 'ancre',
        title: 'Titre',
        blocks: [
          {
            kind: 'paragraph',
            line: [
              text('Un '),
              { kind: 'em', text: 'mot' },
              text(', un '),
              { kind: 'link', text: 'lien', to: '/terms#fin' },
              text(' et '),
              name,
              text('.'),
            ],
          },
          { kind: 'list', items: [[text('un deux')], [text('trois')]] },
          {
            kind: 'definitions',
            entries: [
              { term: 'Nom', text: [name, text(' SAS')] },
              { term: 'Pays', text: [text('France')] },
            ],
          },
          {
            kind: 'table',
            caption: 'Durées',
            head: ['Quoi', 'Combien'],
            rows: [{ heading: 'a', cells: [[name]] }],
          },
        ],
      },
      { id: 'fin', title: 'Fin', blocks: [] },
    ]);
  });

  it('is refused with a heading without an anchor', () => {
    expect(() => readDocument('Bref.\n\n## Titre\n\nTexte.')).toThrow('No anchor follows the heading: Titre');
  });
});

test('the texts and their values are complete: each named value exists, and each value is named', () => {
  const named = Object.values(TEXTS).flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(VALUES)));
});

test.each(Object.entries(TEXTS))('no mark of %s is left unread, and its tables are even', (_, text) => {
  for (const { blocks } of readDocument(text).sections) {
    const shown = JSON.stringify(blocks, (key, value) => (key === 'to' ? undefined : value));
    expect(shown).not.toMatch(/\*|\]\(|\{#|\\n|\| /);
    for (const block of blocks)
      if (block.kind === 'table')
        for (const { heading, cells } of block.rows)
          expect(cells.length, heading).toBe(block.head.length - 1);
  }
});

test.each(Object.entries(TEXTS))(
  'the links of %s lead to a page, and to a section that is there',
  (_, text) => {
    for (const [, to = ''] of text.matchAll(/\]\((\/[^)]*)\)/g)) {
      const [path = '', anchor] = to.split('#');
      expect(matchRoutes(routes, path)?.at(-1)?.route.path, to).not.toBe('*');
      if (anchor === undefined) continue;
      const target = TEXTS[path as keyof typeof TEXTS];
      expect(
        readDocument(target).sections.map(({ id }) => id),
        to,
      ).toContain(anchor);
    }
  },
);
