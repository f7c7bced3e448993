import { expect, test } from 'vitest';
import { csv, utf16, windows1252 } from '../../../../../../apps/api/test/bulk-list.ts';
import { readExport } from './read-export.ts';

const HEADER = ['Titre', 'Problème', 'Solution', 'Points', 'Catégorie', 'Date', 'Source', 'Auteur'];
const RETURN = [
  'Retour facturé deux fois',
  'Colissimo facture le retour "gratuit";\ndeux fois.',
  'Réclame par le formulaire du site.',
  '- Garde le numéro de dossier\n• Compte dix jours | Relance',
  'sourcing',
  '20/11/2025',
  'Slack',
  'Hortense Bazire',
];
const utf8 = (text: string) => new TextEncoder().encode(text);

async function articlesIn(bytes: Uint8Array) {
  const read = await readExport(bytes);
  return 'texts' in read ? read.texts.flatMap((text) => (text.kind === 'article' ? [text] : [])) : [];
}

test.each([
  ['Excel in French', windows1252(csv([HEADER, RETURN]).replaceAll('•', '-'))],
  ['UTF-8', utf8(csv([HEADER, RETURN], ','))],
  ['UTF-8 with its mark', utf8(`\ufeff${csv([HEADER, RETURN])}`)],
  ['UTF-16 with tabs', utf16(csv([HEADER, RETURN], '\t'))],
  ['a line that names the separator', utf8(`sep=,\n${csv([HEADER, RETURN], ',', '\n')}`)],
])('a table in %s keeps quotes and line breaks, and leaves out other columns', async (_, bytes) => {
  expect(await articlesIn(bytes)).toEqual([
    {
      kind: 'article',
      id: '2',
      source: 'slack',
      title: 'Retour facturé deux fois',
      day: '2025-11-20',
      category: 'sourcing',
      problem: 'Colissimo facture le retour "gratuit"; deux fois.',
      solution: 'Réclame par le formulaire du site.',
      points: ['Garde le numéro de dossier', 'Compte dix jours', 'Relance'],
      fault: '',
    },
  ]);
});

test.each([
  ['20/11/2025', '2025-11-20'],
  ['3.1.25', '2025-01-03'],
  ['2025-11-20T09:00:00Z', '2025-11-20'],
  ['31/02/2025', '2025'],
  ['mars 2025', '2025'],
  ['2025', '2025'],
  ['', ''],
])('the date « %s » is read as « %s »', async (date, day) => {
  expect(await articlesIn(utf8(`titre;solution;date\nRetour;Réclame;${date}`))).toMatchObject([
    { day, fault: '' },
  ]);
});
