import type { MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import {
  benchmarkCells,
  benchmarkFigures,
  benchmarkParts,
  benchmarkWaves,
} from '../../../../apps/api/src/benchmarks/tables.ts';
import { withWave } from '../../../../apps/api/test/benchmark-scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
const DAY_MS = 86_400_000;

/** Three waves are published; Claire gave conversion and basket in each, and keeps her figures. */
beforeAll(async () => {
  await withWave(guilde.current);
  const { deps, clock } = guilde.current;
  const claire = await guilde.current.as('claire');
  const now = clock.now();
  for (const [age, quarter] of ['2026-2', '2026-1', '2025-4'].entries()) {
    // Sectors were joined otherwise in earlier waves, so that they are no trend.
    const sector = age === 0 ? 'sector:fashion' : 'sector:fashion+home';
    const publishedAt = now - (age + 1) * 90 * DAY_MS;
    const times = { opensAt: publishedAt - 28 * DAY_MS, closesAt: publishedAt - 4 * DAY_MS };
    await deps.db.orm
      .insert(benchmarkWaves)
      .values({ quarter, ...times, publishesAt: publishedAt, publishedAt });
    const cell = (metric: MetricId, key: string, centre: number, quartiles: [number, number] | null) => ({
      ...{ quarter, metric, key, centre, people: quartiles ? ('10-19' as const) : ('5-9' as const) },
      ...{ q1: quartiles?.[0] ?? null, q3: quartiles?.[1] ?? null },
    });
    await deps.db.orm
      .insert(benchmarkCells)
      .values([
        cell('conversion', 'all', 230 - 10 * age, [150, 310]),
        cell('conversion', 'sector:beauty', 290, null),
        cell('conversion', sector, 210, null),
        cell('conversion', 'sector:home', 250, null),
        cell('basket', 'all', 80_00, [55_00, 120_00]),
        cell('returns', 'all', 9_00, [4_00, 20_00]),
      ]);
    const own = (metric: MetricId, cells: string[]) => ({ quarter, memberId: claire.id, metric, cells });
    const rows = [own('conversion', ['all', sector]), own('basket', ['all'])];
    await deps.db.orm.insert(benchmarkParts).values(rows.map((row) => ({ ...row, far: 0, publishedAt })));
    await deps.db.orm
      .insert(benchmarkFigures)
      .values(rows.map((row) => ({ ...row, value: row.metric === 'basket' ? 65_00 : 260 })));
  }
});

const openResults = async (name: 'claire' | 'karim') => {
  const view = await renderAs(guilde.current, name, '/benchmarks');
  await view.user.click(await screen.findByRole('tab', { name: /^Repères T2\s2026$/ }));
  return view;
};
const rowsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '));

test('who gave a figure sees those of the others: words beside the picture, and a table with the trend', async () => {
  const { user } = await openResults('claire');
  const conversion = await screen.findByRole('region', { name: 'Taux de conversion' });
  expect(within(conversion).getByText('Tu es entre le milieu et le quart supérieur.')).toBeVisible();
  expect(within(conversion).getByText('10 à 19 boutiques')).toBeVisible();
  await waitFor(() =>
    expect(rowsOf(conversion)).toEqual([
      'T2 20261,5 %2,3 %3,1 %2,6 %',
      'T1 20261,5 %2,2 %3,1 %2,6 %',
      'T4 20251,5 %2,1 %3,1 %2,6 %',
    ]),
  );
  const moved =
    /^Depuis T4\s2025, le milieu passe de 2,1\s% à 2,3\s%, et ton chiffre ne change pas \(2,6\s%\)\.$/;
  expect(within(conversion).getByText(moved)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Mon secteur' }));
  const sector = screen.getByRole('region', { name: 'Taux de conversion' });
  expect(within(sector).getByText('Tu es au-dessus du milieu.')).toBeVisible();
  expect(within(sector).getByRole('table', { name: 'Mode' })).toBeVisible();
  expect(rowsOf(sector)[0]).toBe('T2 2026–2,1 %–2,6 %');
  expect(within(sector).queryByText(/^Depuis/)).toBeNull();
  const basket = screen.getByRole('region', { name: 'Panier moyen' });
  expect(
    within(basket).getByRole('table', {
      name: /^Toute la communauté\s: les secteurs n’y sont pas séparés\.$/,
    }),
  ).toBeVisible();
  expect(within(basket).getByText('Tu es entre le quart inférieur et le milieu.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Comparables' }));
  expect(
    within(screen.getByRole('region', { name: 'Taux de conversion' })).getByRole('table', {
      name: /^Mode\s: les volumes n’y sont pas séparés\.$/,
    }),
  ).toBeVisible();
});

test('without a figure of one’s own there is a sentence in its place, and the two ways on', async () => {
  await openResults('karim');
  const item = (name: string) => screen.getByRole('heading', { name }).closest('li') as HTMLElement;
  await screen.findByRole('heading', { name: 'Taux de retour' });
  expect(item('Taux de retour')).toHaveTextContent(
    'Réponds à cet indicateur pour voir le repère. Publié avec 10 à 19 boutiques.',
  );
  expect(item('Litiges de paiement')).toHaveTextContent(
    'Pas assez de boutiques pour un repère honnête ce trimestre.',
  );
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('link', { name: /^Lancer un SOS\s: Litiges de paiement$/ })).toHaveAttribute(
    'href',
    '/sos/new?category=legal',
  );
  expect(screen.getByRole('link', { name: /^Lire des résumés\s: Taux de retour$/ })).toHaveAttribute(
    'href',
    '/knowledge?category=conversion',
  );
});

test('kept figures can be erased: the published ones stay, without one’s own', async () => {
  const { user } = await openResults('claire');
  await user.click(await screen.findByRole('button', { name: 'Effacer mes chiffres enregistrés' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Effacer mes chiffres enregistrés' }));
  const conversion = await screen.findByRole('region', { name: 'Taux de conversion' });
  expect(await within(conversion).findByText('Ton chiffre de cette vague est effacé.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Effacer mes chiffres enregistrés' })).toBeNull();
});
