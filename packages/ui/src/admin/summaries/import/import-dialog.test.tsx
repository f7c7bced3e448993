import type { AdminSummaryDetail, AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { csv, windows1252 } from '../../../../../../apps/api/test/bulk-list.ts';
import { granted } from '../../../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../../../test/render.tsx';
import { readExport } from './read-export.ts';

const guilde = withGuilde({ cast: ['nina', 'claire'] });

/** This document has no workers; the real one reads in the journey. */
class WorkerHere extends EventTarget {
  postMessage(bytes: Uint8Array) {
    void readExport(bytes).then((data) => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate() {}
}
beforeAll(() => void vi.stubGlobal('Worker', WorkerHere));

const HEADER = ['titre', 'probleme', 'solution', 'points', 'categorie', 'date', 'source', 'auteur'];
const RETURN = ['Retour facturé', 'Colissimo facture deux fois.', 'Réclame par le site.'];
const sentences = (count: number) => Array.from({ length: count }, (_, at) => `Relance ${at}.`).join(' ');

/** Each line has its reason beside it; the first three can be taken. */
const LINES: [cells: string[], fault: string | null][] = [
  [[...RETURN, 'Garde le numéro.', 'Sourcing', '20/11/2025', 'WhatsApp', 'Hortense Bazire'], null],
  [['=SOMME(A1;A2)', '', '=1+1 le confirme M. Gaspard Levern.', '', '', '2025'], null],
  [['Colis perdu', '', 'Appelle le 06 12 34 56 78.', '', 'tech'], null],
  [[' ', '', 'Réclame.'], 'sans titre'],
  [['Pub refusée', 'Meta refuse.', ' '], 'sans solution'],
  [['a'.repeat(101), '', 'Réclame.'], 'titre trop long : 100 caractères au plus'],
  [['Long', 'a'.repeat(2001), 'Réclame.'], 'texte trop long : 2 000 caractères au plus'],
  [['Long', '', sentences(21)], 'plus de 20 phrases'],
  [['Long', '', 'a'.repeat(601)], 'phrase trop longue : 600 caractères au plus'],
  [['Points', '', 'Réclame.', 'a|b|c|d|e|f|g'], 'plus de 6 points'],
  [['Points', '', 'Réclame.', 'a'.repeat(301)], 'point trop long : 300 caractères au plus'],
  [['Catégorie', '', 'Réclame.', '', 'Livraison'], 'catégorie inconnue : « Livraison »'],
  [['Date', '', 'Réclame.', '', '', 'hier'], 'date illisible : « hier »'],
  [
    ['Autre titre', 'COLISSIMO facture\ndeux fois.', ...RETURN.slice(2), 'Garde le numéro.'],
    'doublon de la ligne 2',
  ],
];
const FILE = windows1252(csv([HEADER, ...LINES.map(([cells]) => cells)]));

async function choose(user: UserEvent, bytes: Uint8Array, name = 'connaissances.csv') {
  await user.click(await screen.findByRole('button', { name: 'Importer…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Importer de l’ancien groupe' }));
  expect(
    dialog.getByText('Les fichiers, les canevas et les canaux privés ne sont pas repris.'),
  ).toBeVisible();
  await user.upload(dialog.getByLabelText('Fichiers'), new File([new Uint8Array(bytes)], name));
  return dialog;
}

async function rows() {
  const list = await screen.findByRole('list', { name: 'Résumés trouvés' });
  return within(list).getAllByRole('listitem');
}

test('a table tells of each line why it cannot be taken, and only chosen ones are sent', async () => {
  const { user, platform, client } = await renderAs(guilde.current, 'nina', '/admin/summaries');
  const sent = vi.spyOn(platform, 'fetch');
  const dialog = await choose(user, FILE);
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
  const faults = (await rows()).map((row) => row.querySelector('[data-slot=state]')?.textContent ?? null);
  expect(faults.map((fault) => fault && plain(fault))).toEqual(LINES.map(([, fault]) => fault));
  expect(dialog.getByText(/^3.résumés à choisir, 11.lignes écartées\.$/)).toBeVisible();
  expect(dialog.getAllByRole('checkbox').filter((box) => !box.matches(':disabled'))).toHaveLength(3);

  await user.type(dialog.getByRole('searchbox', { name: 'Rechercher un résumé' }), 'doublon');
  expect(await rows()).toHaveLength(1);
  await user.clear(dialog.getByRole('searchbox', { name: 'Rechercher un résumé' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Retour facturé' }));
  await user.click(dialog.getByRole('checkbox', { name: '=SOMME(A1;A2)' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Catégorie/ }), 'Publicité');
  await user.click(dialog.getByRole('button', { name: /^Importer 2.résumés$/ }));
  expect(await dialog.findByRole('status')).toHaveTextContent(/^2.brouillons à relire\.$/);
  const bodies = sent.mock.calls.map(([, init]) => JSON.stringify(init?.body ?? '')).join('\n');
  expect(bodies).toContain('Réclame par le site.');
  expect(bodies).not.toMatch(/Colis perdu|Hortense|Bazire/);

  const { items } = granted(await client.get<AdminSummaryPage>('/api/admin/summaries?status=pending'));
  const details = await Promise.all(
    items.map(async ({ id }) => granted(await client.get<AdminSummaryDetail>(`/api/admin/summaries/${id}`))),
  );
  const [written, formula] = ['Retour facturé', '=SOMME'].map((title) =>
    details.find((detail) => detail.title.startsWith(title)),
  );
  expect(written).toMatchObject({
    origin: 'import',
    importedFrom: 'whatsapp',
    importedDay: '2025-11-20',
    category: 'sourcing',
    summary: 'Colissimo facture deux fois. Réclame par le site.',
  });
  expect(formula).toMatchObject({ importedFrom: 'csv', importedDay: '2025', category: 'ads' });
  expect(formula?.summary).toContain('=1+1');
  expect(formula?.summary).not.toMatch(/Gaspard|Levern/);
});

test('an article that was imported before is told so', async () => {
  const { user, client } = await renderAs(guilde.current, 'nina', '/admin/summaries');
  const known = { kind: 'article', source: 'csv', title: 'Autre', category: 'ads' };
  granted(
    await client.post('/api/admin/summaries/import', {
      ...known,
      problem: '',
      solution: 'Attends dix jours.',
      points: [],
    }),
  );
  const lines = [
    ['titre', 'solution', 'categorie'],
    ['Colis en retard', 'Attends dix jours.', 'Sourcing'],
  ];
  const dialog = await choose(user, new TextEncoder().encode(csv(lines, ',')));
  await user.click(await dialog.findByRole('checkbox', { name: 'Colis en retard' }));
  expect(dialog.queryByRole('combobox', { name: /^Catégorie/ })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: /^Importer 1.résumé$/ }));
  expect(await dialog.findByRole('status')).toHaveTextContent(
    /^0.brouillon à relire\. 1.résumé était déjà importé\.$/,
  );
});

test('fifty are chosen at the most, and a picture is refused at once', async () => {
  const { user } = await renderAs(guilde.current, 'nina', '/admin/summaries');
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]);
  const dialog = await choose(user, picture);
  expect(await dialog.findByRole('alert')).toHaveTextContent('Guilde ne reconnaît pas cet export.');
  const many = Array.from({ length: 120 }, (_, at) => [`Titre ${at}`, '', `Relance ${at} fois.`]);
  const bytes = new TextEncoder().encode(csv([HEADER, ...many]));
  await user.upload(dialog.getByLabelText('Fichiers'), new File([bytes], 'connaissances.csv'));
  expect(await rows()).toHaveLength(100);
  await user.click(dialog.getByRole('button', { name: 'Afficher la suite' }));
  expect(await rows()).toHaveLength(120);
  const boxes = dialog.getAllByRole('checkbox');
  for (const box of boxes.slice(0, 50)) box.click();
  expect(await dialog.findByRole('button', { name: /^Importer 50.résumés$/ })).toBeEnabled();
  expect(boxes[50]).toBeDisabled();
});
