import type { ReactNode } from 'react';

export function Mark({ children }: { children: ReactNode }) {
  return <mark className="rounded-xs bg-gold-soft font-medium text-gold-strong">{children}</mark>;
}
