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

test('a network that comes back during an attempt without it is tried again', async () => {
  let wake = () => {};
  const waking = {
    onWake: (listener: () => void) => {
      wake = listener;
      return () => undefined;
    },
  } as Partial<Platform> as Platform;
  const attempt = Promise.withResolvers<never>();
  const begun = Promise.withResolvers<void>();
  const answers = [
    lost,
    () => {
      begun.resolve();
      return attempt.promise;
    },
  ];
  const load = async () => (await answers.shift()?.()) ?? (() => <p>Me voici</p>);
  const Part = lazyPart(load);
  render(
    <PlatformProvider value={waking}>
      <Suspense>
        <Part />
      </Suspense>
    </PlatformProvider>,
  );
  await begun.promise;
  wake();
  attempt.reject(new TypeError('Failed to fetch dynamically imported module'));
  expect(await screen.findByText('Me voici')).toBeVisible();
});
