import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { focusAfterError } from './focus-after-error.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<button></button><input name="invalid" /><input name="other" />';
  document.querySelector('button')?.focus();
  focusAfterError(() => document.getElementsByName('invalid')[0]?.focus());
});
afterEach(() => vi.useRealTimers());

it('brings the focus to an invalid field after its error', () => {
  expect(document.activeElement?.tagName).toBe('BUTTON');
  vi.runAllTimers();
  expect(document.activeElement).toHaveAttribute('name', 'invalid');
});

it('leaves the focus to who writes in another field already', () => {
  document.getElementsByName('other')[0]?.focus();
  vi.runAllTimers();
  expect(document.activeElement).toHaveAttribute('name', 'other');
});
