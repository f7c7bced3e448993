import type { ReactNode } from 'react';

/** A part of the kit under its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}

/** Beside each other, as many as fit. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
