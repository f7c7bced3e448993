import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { type Platform, PlatformProvider } from '../platform.ts';
import { lazyPart } from './lazy-screen.tsx';

const platform = { onWake: () => () => undefined } as Partial<Platform> as Platform;
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test.each([
  ['Les graphiques n’ont pas pu être chargés', lazyPart(lost, 'Les graphiques n’ont pas pu être chargés')],
  ['Cette page n’a pas pu être chargée', lazyPart(lost)],
])('what could not be loaded is named: « %s »', async (title, Part) => {
  render(
    <PlatformProvider value={platform}>
      <Suspense>
        <Part />
      </Suspense>
    </PlatformProvider>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(title);
});
