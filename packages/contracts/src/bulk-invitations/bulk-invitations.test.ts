import { describe, expect, it } from 'vitest';
import { guessColumns, rowsOf } from './columns.ts';
import { bulkLetterInput } from './input.ts';
import { bulkReason, hasLink, nextReminder } from './rules.ts';
import { sortRows } from './sorting-input.ts';

const DAY = 86_400_000;

const sorted = (lines: string[][]) => sortRows(rowsOf(lines, guessColumns(lines)));

describe('columns', () => {
  it.each([
    [
      ['E-mail', 'Prénom', 'Nom', 'Boutique', 'Site web', 'CMS', 'Secteur'],
      'email firstName lastName storeName storeUrl cms sector',
    ],
    [
      ['Email Address', 'First name', 'Last name', 'Shop', 'Website', 'Platform'],
      'email firstName lastName storeName storeUrl cms',
    ],
    [['Nom', 'Courriel', 'Téléphone'], 'name email -'],
    [
      [
        'id',
        'name',
        'email',
        'active',
        'suspended_at',
        'staged',
        'Boutique (custom user field)',
        'ip_address',
      ],
      '- name email active stopped stopped storeName -',
    ],
  ])('are known by the header %j', (header, fields) => {
    const { hasHeader, columns } = guessColumns([header]);
    expect(hasHeader).toBe(true);
    expect(columns.map((field) => field ?? '-').join(' ')).toBe(fields);
  });

  it('are known by their content without a header, and when the header is in no known language', () => {
    const lines = [
      ['Léa Roux', 'lea@exemple.fr', 'https://atelier-roux.exemple'],
      ['Marc', '', 'petit-velo.exemple'],
      ['Inès', 'INES <ines@exemple.fr>', ''],
    ];
    expect(guessColumns(lines)).toEqual({ hasHeader: false, columns: [null, 'email', 'storeUrl'] });
    const named = [['Wie', 'Wo', 'Laden'], ...lines];
    expect(guessColumns(named)).toEqual({ hasHeader: true, columns: [null, 'email', 'storeUrl'] });
  });

  it('are none of an empty list', () => {
    expect(guessColumns([])).toEqual({ hasHeader: false, columns: [] });
  });
});

it('a row says what it is, and leaves out the cells that no profile could have', () => {
  const rows = sorted([
    ['email', 'prenom', 'nom', 'boutique', 'url', 'cms', 'secteur'],
    [' LEA@Exemple.fr ', 'Léa', 'Roux', 'Atelier', 'atelier-roux.fr', 'Woo', 'mode'],
    ['lea@exemple.fr', 'Léa', '', '', '', '', ''],
    ['lea@', 'Léa', '', '', '', '', ''],
    ['', 'Marc', 'Petit', '', '', '', ''],
    ['', '', '', '', '', '', ''],
    [
      'zoe@exemple.fr',
      '=HYPERLINK("https://mal.fr";"Zoé")',
      '=1+1',
      'x'.repeat(90),
      'pas une adresse',
      'Wix',
      '?',
    ],
    ['__proto__', 'x', '', '', '', '', ''],
  ]);
  expect(rows.map((row) => `${row.line} ${bulkReason(row)}`)).toEqual([
    '2 prête',
    '3 doublon de la ligne 2',
    '4 adresse invalide (ligne 4)',
    '5 sans adresse\u00a0: nom enregistré pour le lien d’accès',
    '6 ni adresse ni nom',
    '7 prête',
    '8 adresse invalide (ligne 8)',
  ]);
  expect(rows[0]).toMatchObject({
    email: 'lea@exemple.fr',
    dropped: [],
    known: { storeUrl: 'https://atelier-roux.fr', cms: 'woocommerce', sector: 'fashion' },
  });
  expect(rows[3]).toMatchObject({ nameKey: 'marc petit' });
  expect(rows[5]).toMatchObject({
    known: { firstName: '', lastName: '=1+1', storeName: '' },
    dropped: ['firstName', 'storeName', 'storeUrl', 'cms', 'sector'],
  });
});

it('the accounts that an export says are closed are left out', () => {
  const rows = sorted([
    ['name', 'email', 'active', 'suspended_at', 'staged'],
    ['Léa Roux', 'lea@exemple.fr', 'true', '', 'false'],
    ['Bot', 'bot@exemple.fr', 'true', '', 'true'],
    ['Paul', 'paul@exemple.fr', 'false', '', 'false'],
    ['Zoé', 'zoe@exemple.fr', 'true', '2026-01-01', 'false'],
  ]);
  expect(rows.map(({ status }) => status)).toEqual(['ready', 'inactive', 'inactive', 'inactive']);
  expect(rows[0]?.known).toMatchObject({ firstName: 'Léa', lastName: 'Roux' });
});

it('the paragraph has no link', () => {
  for (const text of [
    'www.mal',
    'https://mal',
    'Va sur mal.com',
    'écris à a@mal.fr',
    'mal.fr/x',
    'WWW.MAL.COM',
  ])
    expect(hasLink(text), text).toBe(true);
  for (const text of ['Bonjour. On déménage\u202f!', 'p.ex. demain', '3.5 %', 'Fin.\nSuite…'])
    expect(hasLink(text), text).toBe(false);
  const letter = { title: 'Groupe', message: 'Bonjour', vouched: true };
  expect(bulkLetterInput.safeParse(letter).success).toBe(true);
  for (const change of [
    { vouched: false },
    { message: 'x'.repeat(601) },
    { message: 'mal.com' },
    { title: '' },
    { title: 'Voir https://mal.com' },
  ])
    expect(bulkLetterInput.safeParse({ ...letter, ...change }).success).toBe(false);
});

it('two reminders follow, on day 4 and day 12, and none whose day has passed', () => {
  expect(nextReminder(1, 0, 0)).toBe(4 * DAY);
  expect(nextReminder(2, 0, 4 * DAY)).toBe(12 * DAY);
  expect(nextReminder(3, 0, 12 * DAY)).toBeNull();
  expect(nextReminder(1, 0, 5 * DAY)).toBeNull();
});
