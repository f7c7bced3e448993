import type { MemberStats } from '@guilde/contracts/ratings/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted, join, openChat, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { renderAs, renderWith, spoken, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

/** Claire’s SOS has the helpers Karim and Zoé; Karim has written. */
async function scene() {
  const [claire, karim, zoe] = await Promise.all([
    guilde.current.as('claire'),
    guilde.current.as('karim'),
    guilde.current.as('zoe'),
  ]);
  const { sos, conversation } = await openChat(claire, karim, zoe);
  await sendText(karim, conversation.id, 'Voici le formulaire à remplir.');
  return { claire, karim, zoe, sos };
}

const begin = async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'Marquer comme résolu' }));
  return screen.findByRole('dialog');
};

const goOn = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Continuer' }));
const finish = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Terminer et marquer comme résolu' }));

const statusOf = async (client: Client, id: string) =>
  (await client.get<SosDetail>(`/api/sos/${id}`)).body.status;

describe('marking an SOS as resolved', () => {
  test('rates one helper after the other, five stars unless told, and says what happened', async () => {
    const { claire, karim, zoe, sos } = await scene();
    const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    const dialog = within(await begin(user));
    expect(await dialog.findByText('1 sur 2')).toBeVisible();
    expect(dialog.getByText('Karim Benali')).toBeVisible();
    expect(dialog.getByText('Voici le formulaire à remplir.')).toBeVisible();
    expect(dialog.getByRole('radio', { name: '5 sur 5, Très satisfait' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: '4 sur 5, Satisfait' }));
    await user.type(dialog.getByLabelText(/Commentaire/), 'Précis et rapide');
    await goOn(user);
    expect(await dialog.findByText('2 sur 2')).toBeVisible();
    expect(dialog.getByText('Zoé Lefèvre')).toBeVisible();
    expect(dialog.getByText(/^Ce membre n’a rien écrit/)).toBeVisible();
    expect(
      within(dialog.getByRole('group', { name: 'Zoé Lefèvre, 2 sur 2' })).getByRole('radio', { name: /^5/ }),
    ).toHaveFocus();
    expect(dialog.queryByRole('progressbar')).toBeNull();
    expect(dialog.getByLabelText(/Commentaire/)).toHaveValue('');
    await user.click(dialog.getByRole('button', { name: 'Retour' }));
    expect(dialog.getByLabelText(/Commentaire/)).toHaveValue('Précis et rapide');
    expect(dialog.getByRole('radio', { name: '4 sur 5, Satisfait' })).toBeChecked();
    await goOn(user);
    await finish(user);
    expect(await screen.findByText(/Un résumé sera relu par l’équipe/)).toBeVisible();
    expect(spoken().filter((text) => text.startsWith('SOS résolu'))).toEqual([
      'SOS résolu. Merci d’avoir pris le temps. Le chat est fermé, mais chacun peut encore le relire.',
    ]);
    const rated = within(screen.getByRole('list', { name: 'Évaluations données' }));
    expect(rated.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      expect.stringContaining('Karim Benali'),
      expect.stringContaining('Zoé Lefèvre'),
    ]);
    await user.click(dialog.getByRole('button', { name: 'Terminé' }));
    expect(await screen.findByText(/Résolu le/)).toBeVisible();
    const pane = within(screen.getByRole('region', { name: 'Détail du SOS' }));
    await waitFor(() => expect(pane.getByRole('heading', { name: sos.title })).toHaveFocus());
    expect(await statusOf(claire, sos.id)).toBe('resolved');
    const stats = async (own: Client) => (await own.get<MemberStats>(`/api/ratings/stats/${own.id}`)).body;
    expect(await stats(karim)).toMatchObject({ averageRating: 4, totalRatings: 1, resolvedSOS: 1 });
    expect(await stats(zoe)).toMatchObject({ averageRating: 5, totalRatings: 1, resolvedSOS: 0 });
  });

  test('is undone on the toast or beside the chat for ten minutes, and the answers are there again', async () => {
    const { claire, sos } = await scene();
    const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    await begin(user);
    await user.type(await screen.findByLabelText(/Commentaire/), 'Précis et rapide');
    await goOn(user);
    await finish(user);
    await user.click(await screen.findByRole('button', { name: 'Terminé' }));
    expect(await screen.findByText('Précis et rapide')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(await screen.findByText('Résolution annulée')).toBeVisible();
    expect(await statusOf(claire, sos.id)).toBe('in_progress');
    await begin(user);
    expect(await screen.findByLabelText(/Commentaire/)).toHaveValue('Précis et rapide');
    await user.type(screen.getByLabelText(/Commentaire/), ', merci');
    await goOn(user);
    await finish(user);
    await user.click(await screen.findByRole('button', { name: 'Terminé' }));
    expect(await screen.findByText('Précis et rapide, merci')).toBeVisible();
    await user.click(await screen.findByRole('link', { name: 'Ouvrir le chat' }));
    expect(await screen.findByText(/Tu peux annuler pendant 10\sminutes/)).toBeVisible();
    const pane = within(screen.getByRole('region', { name: sos.title }));
    await user.click(pane.getByRole('button', { name: 'Annuler' }));
    expect(await pane.findByRole('textbox', { name: /message/i })).toBeVisible();
    expect(await statusOf(claire, sos.id)).toBe('in_progress');
  });

  test.each([
    ['the chat', (id: string) => `/chat?sos=${id}`],
    ['the page', (id: string) => `/sos/${id}`],
  ])('is not asked about the next SOS that %s leads to', async (_place, pathOf) => {
    const { claire, sos } = await scene();
    const other = await postSos(claire);
    const { user, platform } = await renderAs(guilde.current, 'claire', pathOf(sos.id));
    await begin(user);
    act(() => platform.navigate(pathOf(other.id)));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('can be cancelled before the first rating, and not midway', async () => {
    const { claire, sos } = await scene();
    const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    const dialog = within(await begin(user));
    await user.click(await dialog.findByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await begin(user);
    await screen.findByText('1 sur 2');
    await user.keyboard('{Escape}');
    expect(await screen.findByText(/^Évaluations incomplètes\s: il reste 2 membres/)).toBeVisible();
    await goOn(user);
    expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(await screen.findByText(/^Évaluations incomplètes\s: il reste 1 membre/)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(await statusOf(claire, sos.id)).toBe('in_progress');
  });

  test('is one confirmation when nobody helps any more', async () => {
    const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
    const sos = await postSos(claire);
    await join(karim, sos.id);
    granted(await karim.post(`/api/sos/${sos.id}/leave`));
    const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Marquer comme résolu' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^Personne n’aide en ce moment\s: il n’y a rien à évaluer/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Marquer comme résolu' }));
    expect(await screen.findByText(/Personne n’a écrit pour t’aider/)).toBeVisible();
    expect(screen.queryByText(/Un résumé sera relu/)).toBeNull();
    expect(await statusOf(claire, sos.id)).toBe('resolved');
  });

  test('takes its warning back once one sends', async () => {
    const { claire, sos } = await scene();
    const gate = Promise.withResolvers<void>();
    const request: Client['request'] = async (path, init) => {
      if (path.startsWith('/api/ratings/resolve')) await gate.promise;
      return claire.request(path, init);
    };
    const { user } = renderWith(guilde.current, { ...claire, request }, `/sos/${sos.id}`);
    await begin(user);
    await screen.findByText('1 sur 2');
    await goOn(user);
    await user.keyboard('{Escape}');
    await screen.findByText(/^Évaluations incomplètes/);
    await finish(user);
    expect(screen.queryByText(/^Évaluations incomplètes|pas encore envoyées/)).toBeNull();
    gate.resolve();
    expect(await screen.findByText(/Un résumé sera relu|rien à résumer/)).toBeVisible();
  });

  test('that fails loses no answer and can be sent again', async () => {
    const { claire, sos } = await scene();
    let broken = true;
    const request: Client['request'] = (path, init) => {
      if (!broken || !path.startsWith('/api/ratings/resolve')) return claire.request(path, init);
      broken = false;
      return Promise.reject(new TypeError('network'));
    };
    const { user } = renderWith(guilde.current, { ...claire, request }, `/sos/${sos.id}`);
    const dialog = within(await begin(user));
    await user.type(await dialog.findByLabelText(/Commentaire/), 'Merci Karim');
    await goOn(user);
    await finish(user);
    expect(await dialog.findByText(/^Impossible de soumettre l'évaluation: /)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Retour' }));
    expect(dialog.getByLabelText(/Commentaire/)).toHaveValue('Merci Karim');
    await goOn(user);
    await finish(user);
    expect(await screen.findByRole('heading', { name: 'SOS résolu' })).toBeVisible();
  });

  test('asks to rate whoever joined meanwhile', async () => {
    const { sos } = await scene();
    const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    const dialog = within(await begin(user));
    await dialog.findByText('1 sur 2');
    await join(await guilde.current.as('paul'), sos.id);
    await goOn(user);
    await finish(user);
    expect(await dialog.findByText(/Évaluations incomplètes/)).toBeVisible();
    expect(await dialog.findByText('2 sur 3')).toBeVisible();
    await goOn(user);
    expect(await dialog.findByText('Paul Durand')).toBeVisible();
    await finish(user);
    expect(await screen.findByRole('heading', { name: 'SOS résolu' })).toBeVisible();
  });
});
