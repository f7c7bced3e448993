import { expect, onTestFinished, test, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-time.ts';

const TWENTY_MINUTES = 20 * 60_000;

test.each([-TWENTY_MINUTES, TWENTY_MINUTES])(
  'a clock that is wrong by %i ms tells the server’s time',
  (wrong) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const right = Date.parse('2026-11-28T10:00:00Z');
    vi.setSystemTime(right + wrong);
    noteServerTime(right);
    expect(serverNow()).toBe(right);
    vi.advanceTimersByTime(1000);
    expect(serverNow()).toBe(right + 1000);
    // The clock was set right while the page was open.
    vi.setSystemTime(right + 2000);
    noteServerTime(right + 2000);
    expect(serverNow()).toBe(right + 2000);
  },
);

test('an answer that says no time, or only its second, moves nothing', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  noteServerTime(Date.now());
  const before = serverNow() - Date.now();
  noteServerTime(Number.NaN);
  noteServerTime(serverNow() - 900);
  expect(serverNow() - Date.now()).toBe(before);
});
