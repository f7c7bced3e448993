import { expect, test } from 'vitest';
import { cn } from './cn.ts';

test('of two classes that set the same property the later one wins, our own shadow included', () => {
  expect(cn('px-4 p-2', 'px-3')).toBe('p-2 px-3');
  expect(cn('shadow-soft', null, false, ['shadow-none', undefined])).toBe('shadow-none');
  expect(cn('font-title font-medium', 'text-muted-foreground text-lg')).toBe(
    'font-title font-medium text-muted-foreground text-lg',
  );
});
