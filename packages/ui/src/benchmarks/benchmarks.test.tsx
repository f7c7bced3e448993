import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { members } from '../../../../apps/api/src/auth/tables.ts';
import { benchmarksOf, QUARTER, withWave } from '../../../../apps/api/test/benchmark-scenes.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
let claire: Client;

beforeAll(async () => {
  await withWave(guilde.current);
  claire = await guilde.current.as('claire');
});
beforeEach(async () => void granted(await claire.delete('/api/benchmarks/answers')));

const open = async () => {
  const view = await renderAs(guilde.current, 'claire', '/benchmarks');
  await screen.findByRole('heading', { name: 'Ta réponse' });
  return view;
};
const stored = async () =>
  Object.fromEntries((await benchmarksOf(claire)).answers.map(({ metric, value }) => [metric, value]));

describe('the answer', () => {
  test('is made of totals, which are never sent', async () => {
    const { user, client } = await open();
    const sent: string[] = [];
    const request = client.request.bind(client);
    client.request = (path, init) => {
      sent.push(`${path} ${typeof init?.body === 'string' ? init.body : ''}`);
      return request(path, init);
    };
    await user.type(screen.getByLabelText('Sessions'), '12 431');
    await user.type(screen.getByLabelText('Commandes'), '317');
    await user.tab();
    await waitFor(() => expect(screen.getByLabelText('Taux de conversion (%)')).toHaveValue('2,6'));
    expect(await screen.findByText(/^Réponse enregistrée. Tu peux la corriger jusqu’au /)).toBeVisible();
    expect(await stored()).toEqual({ conversion: 260 });
    expect(sent.some((line) => line.startsWith('/api/benchmarks/answers'))).toBe(true);
    expect(sent.join('\n')).not.toMatch(/12.?431|317/);
    expect(screen.getByText('1 / 9', { normalizer: (text) => text.replaceAll('\u00a0', ' ') })).toBeVisible();
    expect(Object.values(localStorage).join()).not.toMatch(/12.?431/);
  });

  test('may be typed as it is, is rounded, and asks about what cannot be or is rare', async () => {
    const { user } = await open();
    const returns = screen.getByLabelText('Taux de retour (%)');
    await user.type(returns, '12,34');
    await user.tab();
    expect(returns).toHaveValue('12,3');
    await waitFor(async () => expect(await stored()).toEqual({ returns: 1230 }));
    await user.clear(returns);
    await user.type(returns, '90');
    await user.tab();
    expect(returns).toHaveAccessibleDescription(/^90\s%\s\? Vérifie commandes retournées et commandes\./);
    expect(returns).toBeInvalid();
    await user.type(screen.getByLabelText('Panier moyen (€)'), '67');
    await user.tab();
    await waitFor(async () => expect(await stored()).toEqual({ basket: 65_00, returns: 1230 }));
    await user.clear(screen.getByLabelText('Panier moyen (€)'));
    await user.tab();
    await user.clear(returns);
    await user.type(returns, '50');
    await user.tab();
    expect(returns).toHaveAccessibleDescription(
      /^Ce chiffre sort de l’ordinaire. Vérifie-le, ou laisse vide\./,
    );
    await waitFor(async () => expect(await stored()).toEqual({ returns: 5000 }));
    await user.type(screen.getByLabelText('Ou ton ROAS'), '4');
    await user.tab();
    expect(screen.getByLabelText('Part de la publicité (%)')).toHaveValue('25');
    await waitFor(async () => expect(await stored()).toEqual({ 'ads-share': 2500, returns: 5000 }));
  });

  test('is in euros, and refuses another currency at its field', async () => {
    const { user } = await open();
    expect(screen.getByText(/^Guilde compte en euros/)).toBeVisible();
    for (const label of ['CA HT (€)', 'Panier moyen (€)']) {
      const field = screen.getByLabelText(label);
      await user.type(field, '1 234 $');
      await user.tab();
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(/convertis une autre devise au taux moyen du trimestre/);
    }
    expect(await stored()).toEqual({});
    const keep = screen.getByRole('checkbox', { name: /^Garder mes chiffres/ });
    expect(keep).toHaveAccessibleDescription(/^Sans cela, tu ne vois aucune évolution/);
  });

  test('keeps what another device changes meanwhile', async () => {
    const answer = (...answers: object[]) =>
      claire.put('/api/benchmarks/answers', { quarter: QUARTER, answers });
    granted(await answer({ metric: 'basket', value: 65_00 }));
    const { user } = await open();
    granted(await answer({ metric: 'basket', value: 80_00 }, { metric: 'conversion', value: 260 }));
    await user.click(screen.getByLabelText('Panier moyen (€)'));
    await user.tab();
    await user.type(screen.getByLabelText('Taux de retour (%)'), '12,3');
    await user.tab();
    await waitFor(async () =>
      expect(await stored()).toEqual({ basket: 80_00, conversion: 260, returns: 1230 }),
    );
  });

  test('can be withdrawn until the close', async () => {
    granted(
      await claire.put('/api/benchmarks/answers', {
        quarter: QUARTER,
        answers: [{ metric: 'basket', value: 65_00 }],
      }),
    );
    const { user } = await open();
    expect(screen.getByLabelText('Panier moyen (€)')).toHaveValue('65');
    await user.click(screen.getByRole('button', { name: 'Retirer ma réponse' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Retirer ma réponse' }));
    await waitFor(() => expect(screen.getByLabelText('Panier moyen (€)')).toHaveValue(''));
    expect(await stored()).toEqual({});
    expect(screen.queryByRole('button', { name: 'Retirer ma réponse' })).toBeNull();
  });

  test('stays in the field when it could not be stored, and is sent again', async () => {
    const { user, platform } = await open();
    platform.line.cut = true;
    await user.type(screen.getByLabelText('Panier moyen (€)'), '65');
    await user.tab();
    const retry = await screen.findByRole('button', { name: 'Réessayer' });
    expect(await stored()).toEqual({});
    platform.line.cut = false;
    await user.click(retry);
    await waitFor(async () => expect(await stored()).toEqual({ basket: 65_00 }));
  });
});

test('who is too new reads when they may answer', async () => {
  const { deps, clock } = guilde.current;
  await deps.db.orm.update(members).set({ createdAt: new Date(clock.now()) });
  await renderAs(guilde.current, 'karim', '/benchmarks');
  expect(await screen.findByText('Ton compte est encore récent.')).toBeVisible();
  expect(screen.getByText(/^Tu pourras répondre à une vague qui ferme après le /)).toBeVisible();
});
