import type { Article } from '@guilde/contracts/knowledge/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sosSummaries } from '../../../../apps/api/src/knowledge/tables.ts';
import { storeArticle } from '../../../../apps/api/test/articles.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';
import { useSosDrafts } from '../sos/sos-draft.ts';

const DAY_MS = 24 * 3_600_000;
const guilde = withGuilde();
let articleId: string;

beforeAll(async () => {
  articleId = await storeArticle(guilde.current.deps, {
    title: 'Compte Ads suspendu sans explication',
    summary: 'Faire appel avec le numéro de dossier.',
    keyPoints: [{ text: 'Joindre une facture récente.', messages: [2] }],
    category: 'ads',
  });
});
beforeEach(() => useSosDrafts.setState({ byMember: {} }));

const proposal = () => screen.findByRole('button', { name: 'Compte Ads suspendu sans explication' });

async function writeAndOpen() {
  const rendered = await renderAs(guilde.current, 'claire', '/sos/new');
  await rendered.user.type(await screen.findByLabelText('Titre'), 'Mon compte Ads est suspendu');
  await rendered.user.click(await proposal());
  const dialog = within(await screen.findByRole('dialog', { name: 'Compte Ads suspendu sans explication' }));
  expect(await dialog.findByText('Joindre une facture récente.')).toBeVisible();
  return { ...rendered, dialog };
}

describe('« Déjà résolu ? » beside a new SOS', () => {
  test('shows nothing when nothing resembles', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/sos/new');
    await user.type(await screen.findByLabelText('Titre'), 'Compte Ads suspendu');
    await proposal();
    await user.clear(screen.getByLabelText('Titre'));
    await user.type(screen.getByLabelText('Titre'), 'Recruter un préparateur');
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Déjà résolu/ })).toBeNull());
  });

  test('opens what was solved in place, to be read from its title; going on finds the draft as it was', async () => {
    const { user, dialog, router } = await writeAndOpen();
    expect(dialog.getByRole('heading', { level: 2 })).toHaveFocus();
    expect(dialog.queryByRole('banner')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Continuer mon SOS' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/sos/new');
    expect(screen.getByLabelText('Titre')).toHaveValue('Mon compte Ads est suspendu');
    expect(await proposal()).toHaveFocus();
    expect(await proposal()).toHaveAccessibleDescription('Faire appel avec le numéro de dossier.');
    // Hiding and showing the page must not announce it again.
    const said = [...document.querySelectorAll('[data-announcer] p')].map(({ textContent }) => textContent);
    expect(said.filter((line) => line?.includes('ressemble'))).toEqual([
      '1\u00a0résumé ressemble à ton SOS.',
    ]);
    expect(screen.queryByText(/ressemble à ton SOS/)).toBeNull();
  });

  test('an answer ends the draft, and « Annuler » brings it back', async () => {
    const { user, dialog, router, client } = await writeAndOpen();
    const draftId = Object.values(useSosDrafts.getState().byMember)[0]?.id;
    await user.click(dialog.getByRole('button', { name: 'Ça répond à ma question' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/knowledge/${articleId}`));
    expect(useSosDrafts.getState().byMember).toEqual({});
    const undo = await screen.findByRole('button', { name: 'Annuler' });
    // Nothing beside the dialog takes a click until it has closed.
    await waitFor(() => expect(undo).not.toHaveStyle({ pointerEvents: 'none' }));
    await user.click(undo);
    expect(await screen.findByLabelText('Titre')).toHaveValue('Mon compte Ads est suspendu');
    expect(Object.values(useSosDrafts.getState().byMember)[0]?.id).toBe(draftId);
    guilde.current.clock.advance(2 * DAY_MS);
    const { body } = await client.get<Article>(`/api/knowledge/${articleId}`);
    expect(body.avoidedSos).toBeGreaterThan(0);
  });

  test('an article that is withdrawn while it is read is no answer any more', async () => {
    const { deps } = guilde.current;
    const { user, dialog } = await writeAndOpen();
    await online();
    await deps.db.orm.update(sosSummaries).set({ status: 'rejected', privacyLevel: null });
    deps.live.publish('everyone', { type: 'knowledge.changed' });
    expect(await dialog.findByText(/vient d’être retiré de la base de connaissances/)).toBeVisible();
    expect(dialog.queryByText('Joindre une facture récente.')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Ça répond à ma question' })).toBeDisabled();
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: /Déjà résolu/, hidden: true })).toBeNull(),
    );
    await user.click(dialog.getByRole('button', { name: 'Continuer mon SOS' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});
