import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted, openChat, sendText } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

/** Claire gave Karim two stars and a comment. */
async function scene() {
  const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Voici le formulaire à remplir.');
  const ratings = [{ memberId: karim.id, rating: 2, comment: 'Réponse trop lente.' }];
  granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
  return { claire, karim, sos };
}

test('a helper reads a rating and answers its comment once; its giver reads the answer and corrects it', async () => {
  const { sos } = await scene();
  const his = await renderAs(guilde.current, 'karim', '/profile');
  await his.user.click(await screen.findByRole('button', { name: 'Voir mes évaluations' }));
  const list = within(await screen.findByRole('dialog'));
  expect(await list.findByText('Réponse trop lente.')).toBeVisible();
  await his.user.click(list.getByRole('button', { name: 'Répondre' }));
  const question = within(await screen.findByRole('dialog', { name: /^Répondre/ }));
  await his.user.click(question.getByRole('button', { name: 'Répondre' }));
  expect(question.getByText('Ce champ est requis.')).toBeVisible();
  await his.user.type(question.getByLabelText('Ta réponse'), 'J’étais en livraison.');
  await his.user.click(question.getByRole('button', { name: 'Répondre' }));
  expect(await list.findByText('J’étais en livraison.')).toBeVisible();
  expect(list.queryByRole('button', { name: 'Répondre' })).toBeNull();
  his.unmount();

  const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
  expect(await screen.findByText('Karim répond')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Corriger l’évaluation\u00a0: Karim Benali' }));
  const correction = within(await screen.findByRole('dialog'));
  expect(correction.getByRole('radio', { name: '2 sur 5, Insatisfait' })).toBeChecked();
  await user.click(correction.getByRole('radio', { name: '4 sur 5, Satisfait' }));
  await user.clear(correction.getByLabelText(/Commentaire/));
  await user.type(correction.getByLabelText(/Commentaire/), 'Lente, mais juste.');
  await user.click(correction.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Lente, mais juste.')).toBeVisible();
  guilde.current.clock.advance(49 * 3_600_000);
  await user.click(screen.getByRole('button', { name: 'Corriger l’évaluation\u00a0: Karim Benali' }));
  await user.click(await screen.findByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Une évaluation se corrige pendant 48 heures.')).toBeVisible();
});
