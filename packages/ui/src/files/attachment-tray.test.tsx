import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChat } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

/** WCAG 2.4.3: the button that was pressed goes with its file. */
test('the focus stays among the files when one is removed, and goes to the message after the last', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const { sos } = await openChat(claire, karim);
  const { user, container } = await renderAs(guilde.current, 'claire', `/chat?sos=${sos.id}`);
  const field = await screen.findByRole('textbox', { name: 'Message' });
  const picker = container.querySelector<HTMLInputElement>('input[type=file]');
  if (!picker) throw new Error('no file picker');
  await user.upload(
    picker,
    ['a.csv', 'b.csv', 'c.csv'].map((name) => new File(['jour;ventes'], name, { type: 'text/csv' })),
  );
  const remove = (name: string) => screen.findByRole('button', { name: `Retirer ${name}` });
  (await remove('b.csv')).focus();
  await user.keyboard('{Enter}');
  expect(await remove('c.csv')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await remove('a.csv')).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Fichiers à envoyer' })).toBeNull());
  expect(field).toHaveFocus();
});
