import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RelativeTime } from './relative-time.tsx';
import { SkeletonGroup } from './skeleton.tsx';

afterEach(() => void vi.useRealTimers());

test('a moment is its age alone; a pointer shows the date', () => {
  render(<RelativeTime date="2026-01-05T10:00:00.000Z" />);
  const moment = screen.getByRole('time');
  expect(moment).not.toHaveAttribute('title');
  fireEvent.pointerEnter(moment);
  expect(moment.title).toMatch(/2026/);
  fireEvent.pointerLeave(moment);
  expect(moment).not.toHaveAttribute('title');
});

test('that something loads is said only when it takes long', () => {
  vi.useFakeTimers();
  render(<SkeletonGroup>…</SkeletonGroup>);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => void vi.advanceTimersByTime(400));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.getByRole('status')).toHaveTextContent('Chargement...');
});
