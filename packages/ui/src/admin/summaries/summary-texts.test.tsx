import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSummary, pendingSummary, storedSummary } from '../../../test/pending-summary.ts';
import { withGuilde } from '../../../test/render.tsx';

const guilde = withGuilde();
let summaryId: string;

async function store(values: Parameters<typeof pendingSummary>[1] = {}): Promise<void> {
  ({ summaryId } = await pendingSummary(guilde.current, values));
}

const open = () => openSummary(guilde.current, summaryId);
const stored = () => storedSummary(guilde.current);

beforeEach(() => store());

describe('the summaries', () => {
  test('are corrected beside the conversation; what is being written survives the panel and another text', async () => {
    const { user, panel } = await open();
    await user.click(panel.getByRole('button', { name: 'Corriger le texte' }));
    const form = () => within(screen.getByRole('form', { name: 'Correction du résumé' }));
    expect(form().getByRole('button', { name: 'Enregistrer la correction' })).toBeDisabled();
    await user.type(form().getByRole('textbox', { name: 'Phrase 2' }), ' En deux jours.');
    // A decision would be about the text before the correction.
    expect(panel.queryByRole('button', { name: /^Approuver/ })).toBeNull();
    form().getByRole('button', { name: 'Retirer phrase 2' }).focus();
    await user.keyboard('a');
    expect(screen.queryByRole('dialog', { name: /\?$/ })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await screen.findByRole('link', { name: /Rétablir un compte Ads/ }));
    await screen.findByRole('form', { name: 'Correction du résumé' });
    await user.click(form().getByRole('button', { name: 'Retirer point clé 2' }));
    await user.click(form().getByRole('button', { name: 'Enregistrer la correction' }));
    expect(await screen.findByText('Correction enregistrée')).toBeVisible();
    const again = within(await screen.findByRole('dialog'));
    expect(
      await again.findByRole('button', { name: /En deux jours.*Corrigé par l’équipe, d’après le message/ }),
    ).toBeVisible();
    expect(again.queryByRole('button', { name: /Relancer avec ce numéro/ })).toBeNull();
    expect(await stored()).toMatchObject({ correctedAt: expect.any(Number), status: 'pending' });
    await user.click(again.getByText('Versions (2)'));
    expect(again.getByText('En deux jours.', { exact: false, selector: 'ins *' })).toBeVisible();
  });

  test('take a prompt of one’s own, which can be given up while writing', async () => {
    const { user, panel } = await open();
    await user.click(panel.getByText('Prompt'));
    expect(panel.getByText('Résume cette conversation.')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Modifier' }));
    await user.type(panel.getByRole('textbox', { name: 'Prompt personnalisé' }), 'Plus court');
    await user.click(panel.getByRole('button', { name: 'Annuler' }));
    expect(panel.queryByText('Plus court')).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Modifier' }));
    await user.type(panel.getByRole('textbox', { name: 'Prompt personnalisé' }), 'En trois lignes');
    await user.click(panel.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Prompt personnalisé mis à jour')).toBeVisible();
    expect(await panel.findByText('En trois lignes', { selector: 'p' })).toBeVisible();
    expect(await stored()).toMatchObject({ customPrompt: 'En trois lignes' });
  });

  test('keep a prompt that is being written when the panel is closed by mistake', async () => {
    const { user, panel } = await open();
    await user.click(panel.getByText('Prompt'));
    await user.click(panel.getByRole('button', { name: 'Modifier' }));
    await user.type(panel.getByRole('textbox', { name: 'Prompt personnalisé' }), 'Sans les chiffres');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await screen.findByRole('link', { name: /Rétablir un compte Ads/ }));
    const again = within(await screen.findByRole('dialog'));
    expect(await again.findByRole('textbox', { name: 'Prompt personnalisé' })).toHaveValue(
      'Sans les chiffres',
    );
    await user.click(again.getByRole('button', { name: 'Annuler' }));
    expect(again.queryByText('Sans les chiffres')).toBeNull();
  });

  test('show no prompt where none was used', async () => {
    await store({ promptUsed: null, origin: 'local' });
    const { panel } = await open();
    expect(panel.queryByText('Prompt')).toBeNull();
    expect(panel.getByText('Outil local (sans IA)')).toBeVisible();
  });
});
