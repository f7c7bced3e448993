import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a skeleton is announced once it lasts, and gives way to a sentence when no answer comes', () => {
  const { container } = render(
    <SkeletonGroup>
      <Skeleton />
    </SkeletonGroup>,
  );
  const bars = () => container.querySelectorAll('.animate-shimmer');
  expect(screen.queryByText('Chargement...')).toBeNull();
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
  expect(bars()).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByRole('status')).toHaveTextContent(
    'Le serveur met du temps à répondre. Vérifie ta connexion.',
  );
  expect(bars()).toHaveLength(0);
});
