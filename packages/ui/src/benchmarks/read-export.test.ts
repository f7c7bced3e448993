import { expect, test } from 'vitest';
import { readExport } from './read-export.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const columns = async (text: string) => {
  const read = await readExport(utf8(text));
  if ('problem' in read) throw new Error(read.problem);
  return Object.fromEntries(read.columns.map(({ name, sum, different }) => [name, [sum, different]]));
};

test('orders of Shopify have a line for each product, and the amounts on the first', async () => {
  const text = [
    'Name,Email,Subtotal,Shipping,Created at',
    '#1001,lea@exemple.fr,1249.50,4.90,2026-10-01 09:12:00 +0200',
    '#1001,lea@exemple.fr,,,2026-10-01 09:12:00 +0200',
    '#1002,max@exemple.fr,50.00,4.90,2026-10-02 10:00:00 +0200',
  ].join('\n');
  expect(await columns(text)).toMatchObject({ Name: [null, 2], Subtotal: [1299.5, 2], Shipping: [9.8, 1] });
});

test('a report of WooCommerce in French writes commas and spaces', async () => {
  const text =
    '\ufeff"Date";"Commandes";"Ventes nettes"\r\n"2026-10-01";"12";"1 234,50 €"\r\n"2026-10-02";"9";"800,00 €"\r\n';
  expect(await columns(text)).toMatchObject({ Commandes: [21, 2], 'Ventes nettes': [2034.5, 2] });
});

test('orders of PrestaShop have six decimals', async () => {
  const text = 'ID;Référence;Nouveau client;Total\n1;XKBKNABJK;1;61.800000\n2;OHSATSERP;0;69.900000\n';
  expect(await columns(text)).toMatchObject({
    Référence: [null, 2],
    'Nouveau client': [1, 2],
    Total: [131.7, 2],
  });
});

test('Google Analytics has remarks above, and a sum that does not count twice', async () => {
  const text =
    '# ----------------------------------------\n# Acquisition\n# 20261001-20261231\n\nSource,Sessions,Revenu\n,1300,25\ngoogle,"1,000",20.5\ndirect,300,4.5\n\n# Pays\n# 20261001-20261231\nPays,Sessions\nFrance,1300\n';
  const withSum = text.replace(',1300,25', ',1300,25,Grand total');
  expect(await columns(withSum)).toMatchObject({ Sessions: [1300, 2], Revenu: [25, 2] });
});

test.each([
  ['a sign at the amounts', 'Orders,Subtotal\n1,$12.50\n'],
  ['a column of currencies', 'Name,Currency,Subtotal\n#1001,USD,12.50\n'],
  ['a title with the currency', 'Campaign,Amount spent (GBP)\nSoldes,12.50\n'],
])('%s that is not the euro refuses the file', async (_, text) => {
  expect(await readExport(utf8(text))).toEqual({ problem: expect.stringMatching(/compte en euros/) });
  const inEuros = text.replace('$', '€').replace(/USD|GBP/, 'EUR');
  expect(await readExport(utf8(inEuros))).toMatchObject({ lines: 1 });
});

test.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /n’est pas un tableau/],
  ['nothing', utf8(''), /pas de ligne/],
  ['titles alone', utf8('Orders,Sessions\n'), /pas de ligne/],
  ['an open quote', utf8('Orders,Sessions\n"12,4\n'), /guillemet n’est pas refermé à la ligne 2/],
  ['one line of millions of cells', utf8('a,'.repeat(9 * 1024 * 1024)), /pas de ligne/],
  ['too many lines', utf8(`Orders\n${'1\n'.repeat(200_001)}`), /dépasse 200\s000 lignes/],
])('%s is refused in words', async (_, bytes, problem) => {
  expect(await readExport(bytes)).toEqual({ problem: expect.stringMatching(problem) });
});
