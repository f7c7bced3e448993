import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openChat, sendText } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('a text that is sent before its chat is loaded is shown, and then stands in the chat', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'As-tu un numéro de dossier ?');
  const { user, platform } = await renderAs(guilde.current, 'claire', `/chat?sos=${sos.id}`);
  const ignore = () => undefined;
  vi.spyOn(platform, 'openSocket').mockReturnValue({
    send: ignore,
    close: ignore,
    onMessage: ignore,
    onClose: ignore,
  });
  const fetch = platform.fetch.bind(platform);
  const broken = vi
    .spyOn(platform, 'fetch')
    .mockImplementation((path, init) =>
      path.includes('/messages') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(path, init),
    );
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Oui, le 4512.{Enter}');
  const waiting = within(await screen.findByRole('list', { name: 'Messages à envoyer' }));
  expect(waiting.getByText('Oui, le 4512.')).toBeVisible();
  expect(await screen.findByText('Le serveur ne répond pas.')).toBeVisible();
  broken.mockRestore();
  const [reload] = screen.getAllByRole('button', { name: 'Réessayer' });
  if (reload) await user.click(reload);
  const log = within(await screen.findByRole('log'));
  expect(await log.findByText('As-tu un numéro de dossier ?')).toBeVisible();
  expect(log.getByText('Oui, le 4512.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Messages à envoyer' })).toBeNull());
});
