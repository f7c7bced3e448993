import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { Boundary } from './boundary.tsx';

function Broken({ isBroken }: { isBroken: boolean }) {
  useEffect(() => {
    if (isBroken) throw new Error('broken');
  }, [isBroken]);
  return <p>La partie</p>;
}

test('an error in an effect leaves the rest of the page, and another attempt is made', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = (attempt: number, isBroken: boolean) => (
    <>
      <p>La page</p>
      <Boundary attempt={attempt} fallback={<p>Le menu n’a pas pu s’afficher.</p>}>
        <Broken isBroken={isBroken} />
      </Boundary>
    </>
  );
  const { rerender } = render(page(1, true));
  expect(screen.getByText('La page')).toBeVisible();
  expect(screen.getByText('Le menu n’a pas pu s’afficher.')).toBeVisible();
  rerender(page(1, false));
  expect(screen.queryByText('La partie')).toBeNull();
  rerender(page(2, false));
  expect(screen.getByText('La partie')).toBeVisible();
});
