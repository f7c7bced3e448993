import { LucideProvider } from 'lucide-react';
import type { ReactNode } from 'react';

/** Icons are thinner than lucide’s own default of 2. Without a label, lucide hides them from screen readers. */
export function IconStyle({ children }: { children: ReactNode }) {
  return <LucideProvider strokeWidth={1.75}>{children}</LucideProvider>;
}
