import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAs, withGuilde } from '../test/render.tsx';
import { PAGE_TITLES, showTitleOf } from './page-titles.ts';

const guilde = withGuilde();

test.each(Object.entries(PAGE_TITLES))(
  '%s begins with the title that its page has: %s',
  async (path, title) => {
    document.title = 'Guilde';
    showTitleOf(path);
    expect(document.title).toBe(`${title} · Guilde`);
    document.title = 'Guilde';
    await renderAs(guilde.current, 'nina', path);
    await screen.findAllByRole('heading', { level: 1 });
    await waitFor(() => expect(document.title).toContain(`${title} · Guilde`));
  },
);

test('a page of one thing begins with the title of its part of the product', () => {
  document.title = 'Guilde';
  showTitleOf('/sos/8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11');
  expect(document.title).toBe('SOS · Guilde');
  showTitleOf('/nowhere');
  expect(document.title).toBe('SOS · Guilde');
});
