import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({ extend: { theme: { shadow: ['soft'] } } });

/** The later of two classes for one property wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
