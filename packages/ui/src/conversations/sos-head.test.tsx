import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted, join, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('the SOS is the head of its conversation: open until somebody writes, then at a tap', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const sos = await postSos(claire, { description: 'Plus rien ne part depuis ce matin.' });
  const addition = { id: crypto.randomUUID(), content: 'Le support ne répond pas.' };
  granted(await claire.post(`/api/sos/${sos.id}/additions`, addition));
  const { id: chat } = await join(karim, sos.id);
  const { user } = await renderAs(guilde.current, 'karim', `/chat?sos=${sos.id}`);
  const head = within(await screen.findByRole('region', { name: 'Le SOS' }));
  expect(head.getByText('Claire Martin')).toBeVisible();
  expect(head.getByText('Plus rien ne part depuis ce matin.')).toBeVisible();
  expect(head.getByText('Le support ne répond pas.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Depuis quand\u202f?' }));
  const field = screen.getByRole('textbox', { name: 'Message' });
  expect(field).toHaveValue('Depuis quand\u202f?');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Une capture\u202f?' })).toBeNull();

  await online();
  await sendText(claire, chat, 'Depuis 9 h.');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Le SOS' })).toBeNull());
  await user.clear(field);
  expect(screen.queryByRole('button', { name: 'Depuis quand\u202f?' })).toBeNull();
  const toggle = screen.getByRole('button', { name: 'Le SOS' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await user.click(toggle);
  expect(screen.getByRole('region', { name: 'Le SOS' })).toBeVisible();
});
