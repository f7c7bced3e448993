import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('says what is a click away, takes a request, and shows it with the last day to answer', async () => {
  const { user } = await renderAs(guilde.current, 'claire', '/rights');
  expect(await screen.findByRole('link', { name: 'modifier votre profil' })).toHaveAttribute(
    'href',
    '/profile',
  );
  await user.type(screen.getByLabelText('Message'), 'Mes anciens SOS, s’il vous plaît.');
  await user.click(screen.getByRole('button', { name: 'Envoyer la demande' }));
  expect(await screen.findByText('Choisissez ce que vous demandez.')).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('Mes anciens SOS, s’il vous plaît.');
  await user.selectOptions(screen.getByLabelText('Votre demande'), 'Limitation de l’usage des données');
  await user.click(screen.getByRole('button', { name: 'Envoyer la demande' }));
  const requests = within(await screen.findByRole('region', { name: 'Vos demandes' }));
  expect(requests.getByText('Limitation de l’usage des données')).toBeVisible();
  expect(requests.getByText(/réponse au plus tard le 17 décembre 2026/)).toBeVisible();
  const nina = await guilde.current.as('nina');
  const { items } = (await nina.get<QueuePage>('/api/admin/queue?kind=right')).body;
  expect(items).toMatchObject([{ title: 'Limitation de l’usage des données' }]);
});

test('takes one from a visitor, who has no list', async () => {
  const { user } = await renderAs(guilde.current, 'visitor', '/rights');
  await user.selectOptions(await screen.findByLabelText('Votre demande'), 'Accès aux données');
  await user.type(screen.getByLabelText('Nom complet'), 'Marc Blanc');
  await user.type(screen.getByLabelText('Email'), 'marc@exemple.fr');
  await user.type(screen.getByLabelText('Message'), 'Qu’avez-vous sur moi ?');
  await user.click(screen.getByRole('button', { name: 'Envoyer la demande' }));
  expect(await screen.findByText('Message envoyé !')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Vos demandes' })).toBeNull();
});
