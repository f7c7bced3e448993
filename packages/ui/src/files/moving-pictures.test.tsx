import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted, openChat } from '../../../../apps/api/test/scenes.ts';
import { animation, uploaded } from '../../../../apps/api/test/uploads.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['claire', 'karim'] });

/** WCAG 2.2.2 */
test('a small picture that moves stands still in a chat; opened it plays, and can be stopped', async () => {
  const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
  const { sos, conversation } = await openChat(claire, karim);
  const place = `/api/conversations/${conversation.id}`;
  const file = await uploaded(karim, `${place}/files`, { name: 'etape.gif', bytes: await animation() });
  granted(await karim.post(`${place}/messages`, { id: crypto.randomUUID(), content: '', files: [file.id] }));
  const { user } = await renderAs(guilde.current, 'claire', `/chat?sos=${sos.id}`);
  const shown = await screen.findByRole('button', { name: /^Agrandir/ });
  expect(shown.querySelector('img')?.src).toMatch(/preview$/);
  await user.click(shown);
  const viewer = within(await screen.findByRole('dialog'));
  const picture = () => viewer.getByRole('presentation').getAttribute('src');
  await user.click(await viewer.findByRole('button', { name: 'Arrêter l’animation' }));
  await waitFor(() => expect(picture()).toMatch(/preview$/));
  await user.click(viewer.getByRole('button', { name: 'Lire l’animation' }));
  await waitFor(() => expect(picture()).toMatch(/full$/));
});
