import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openChat } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

it('completes an emoji after a colon, and leaves times, addresses and typed smileys alone', async () => {
  const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
  const { sos } = await openChat(claire, karim);
  const { user } = await renderAs(guilde.current, 'claire', `/chat?sos=${sos.id}`);
  const box = await screen.findByRole('textbox', { name: 'Message' });
  await user.type(box, 'Reçu :etoi');
  const options = await screen.findByRole('listbox', { name: 'Choisir un émoji' });
  expect(within(options).getAllByRole('option')[0]).toHaveTextContent('⭐étoile');
  expect(box).toHaveAttribute('aria-activedescendant', within(options).getAllByRole('option')[0]?.id);
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(box).toHaveValue('Reçu ⭐ ');
  for (const text of ['à 14:30', ' :) :-)', ' https://a.fr', ' : le colis']) {
    await user.keyboard(text);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  }
  await user.keyboard(' :colis');
  await user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: 'colis' }));
  await waitFor(() => expect((box as HTMLTextAreaElement).value).toMatch(/: le colis 📦 $/));
});
