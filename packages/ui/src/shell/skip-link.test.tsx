import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['claire'] });

test.each(['/', '/auth', '/terms', '/nowhere'])(
  'a visitor goes from the first link of %s to its content',
  async (path) => {
    const { user, router } = await renderAs(guilde.current, 'visitor', path);
    await screen.findByRole('heading', { level: 1 });
    const state = { notice: { tone: 'success', text: 'Bonjour' } };
    await router.navigate(path, { replace: true, state });
    const content = await screen.findByRole('main');
    await user.tab();
    expect(screen.getByRole('link', { name: 'Aller au contenu' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(content).toHaveFocus();
    // What the entry of the history keeps, such as the secrets of a link, stays.
    expect(router.state.location).toMatchObject({ pathname: path, hash: '', state });
  },
);
