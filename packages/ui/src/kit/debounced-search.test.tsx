import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DebouncedSearch } from './debounced-search.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function show() {
  const onSearch = vi.fn<(q: string) => void>();
  const field = (q: string, resets: number) => (
    <DebouncedSearch label="Rechercher" q={q} onSearch={onSearch} resets={resets} />
  );
  const { rerender } = render(field('', 0));
  const box = screen.getByRole('searchbox');
  return {
    onSearch,
    box,
    follow: (q: string, resets = 0) => rerender(field(q, resets)),
    type: (text: string) => fireEvent.change(box, { target: { value: text } }),
    pause: () => act(() => void vi.advanceTimersByTime(250)),
  };
}

test('an address that follows late takes nothing back from what was typed since', () => {
  const { onSearch, box, follow, type, pause } = show();
  type('rem');
  pause();
  type('rembourse');
  pause();
  follow('rem');
  expect(box).toHaveValue('rembourse');
  type('remboursement');
  follow('rembourse');
  expect(box).toHaveValue('remboursement');
  pause();
  expect(onSearch.mock.calls).toEqual([['rem'], ['rembourse'], ['remboursement']]);
});

test('an address that was changed from elsewhere is followed', () => {
  const { onSearch, box, follow, type, pause } = show();
  type('rem');
  pause();
  follow('rem');
  follow('');
  expect(box).toHaveValue('');
  follow('rem');
  expect(box).toHaveValue('rem');
  type('rembourse');
  follow('rem', 1);
  expect(box).toHaveValue('rem');
  pause();
  expect(onSearch.mock.calls).toEqual([['rem']]);
});

test('whoever leaves the box has searched, once', () => {
  const { onSearch, box, type, pause } = show();
  type('rem');
  fireEvent.blur(box);
  expect(onSearch.mock.calls).toEqual([['rem']]);
  pause();
  expect(onSearch).toHaveBeenCalledOnce();
});
