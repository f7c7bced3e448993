import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({ extend: { theme: { shadow: ['soft'] } } });

/** Of two classes for one property the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
