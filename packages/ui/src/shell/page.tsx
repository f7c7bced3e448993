import { plainLine } from '@guilde/contracts/text.ts';
import { type ReactNode, useEffect } from 'react';
import { cn } from '../kit/cn.ts';

const PRODUCT = 'Guilde';

/** Title of the window or tab: « SOS · Guilde ». */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${plainLine(title)} · ${PRODUCT}`;
  }, [title]);
}

const widths = { narrow: 'max-w-2xl', normal: 'max-w-4xl', wide: 'max-w-6xl', full: '' };

/** Width and margins of an ordinary page. A page that fills the window (chat) does without. */
export function Page({
  width = 'normal',
  className,
  children,
}: {
  width?: keyof typeof widths;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn('mx-auto w-full px-4 py-6 md:px-8 md:py-8', widths[width], className)}>{children}</div>
  );
}

/** The page's only h1, also its document title, with the main action on the right. */
export function PageHeader({
  title,
  documentTitle,
  description,
  back,
  children,
}: {
  title: ReactNode;
  /** Where the title is not plain text. */
  documentTitle?: string;
  description?: ReactNode;
  /** A link back, above the title. */
  back?: ReactNode;
  children?: ReactNode;
}) {
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : PRODUCT));
  return (
    <header className="mb-6 grid gap-2">
      {back && <div className="text-sm">{back}</div>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-[min(15rem,70%)] flex-1 text-2xl wrap-anywhere md:min-w-44 lg:text-3xl">
          {title}
        </h1>
        {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
      </div>
      {description && <p className="max-w-prose text-muted-foreground">{description}</p>}
    </header>
  );
}
