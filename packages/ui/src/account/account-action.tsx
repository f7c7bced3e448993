import type { ReactNode } from 'react';

/** It is a row of a card. */
export function AccountAction({
  title,
  text,
  children,
}: {
  title?: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6 md:px-5">
      <div className="min-w-0">
        {title && <h3 className="text-base">{title}</h3>}
        <p className="text-sm text-muted-foreground">{text}</p>
      </div>
      {children}
    </div>
  );
}
