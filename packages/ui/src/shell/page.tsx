import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { cn } from '../kit/cn.ts';

const PRODUCT = 'Guilde';

/** The title becomes « SOS · Guilde ». Pass what a member wrote through `plainLine` first. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}

/** A text or a form has the first measure, all else the second; a page that fills the window has none. */
const widths = { reading: 'max-w-2xl', wide: 'max-w-6xl', full: '' };

/** All pages share their left edge; one that fills the window puts `pl-page` and `pt-page` on its title. */
export function Page({
  width = 'wide',
  className,
  children,
}: {
  width?: keyof typeof widths;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn('w-full px-page pt-page pb-6 md:pb-8', widths[width], className)}>{children}</div>
  );
}

/** It scrolls by itself, so that its position can be restored and a list can know what is in sight. */
export function ScrollingPage({
  width,
  ...props
}: ComponentProps<'section'> & { 'aria-label': string; width?: keyof typeof widths }) {
  return (
    <section
      // Scrollable areas must be reachable by keyboard (WCAG 2.1.1).
      {...{ tabIndex: 0 }}
      {...props}
      className="relative h-[calc(100dvh-var(--shell-top)-var(--shell-banner)-var(--shell-bottom))] overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      <Page {...(width && { width })}>{props.children}</Page>
    </section>
  );
}

export function PageTitle({ className, children, ...props }: ComponentProps<'h1'>) {
  return (
    <h1 data-slot="page-title" className={cn('text-page-title', className)} {...props}>
      {children}
    </h1>
  );
}

export function PageHeader({
  title,
  documentTitle,
  description,
  back,
  children,
}: {
  title: ReactNode;
  /** It is needed when `title` is not a string. */
  documentTitle?: string;
  description?: ReactNode;
  back?: ReactNode;
  children?: ReactNode;
}) {
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : PRODUCT));
  return (
    <header className="mb-6 grid gap-2">
      {back && <div className="text-sm">{back}</div>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle className="min-w-[min(15rem,70%)] flex-1 wrap-anywhere md:min-w-44">{title}</PageTitle>
        {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
      </div>
      {description && <p className="max-w-prose wrap-anywhere text-muted-foreground">{description}</p>}
    </header>
  );
}
