import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage, isRefusal } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { isProofMissing } from '../credentials/proof.ts';
import { announce } from '../kit/announcer.tsx';
import { Button, type ButtonProps } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { focusTitle, focusTitleProps } from '../kit/focus-title.ts';
import { NewTabHint } from '../kit/new-tab-hint.tsx';
import { Sheet, SheetContent } from '../kit/sheet.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { ErrorState } from '../kit/states.tsx';
import { useIsMobile } from '../kit/use-media.ts';
import { paths } from '../paths.ts';
import { ProofNeeded } from './proof-needed.tsx';

type Loaded<T> = {
  data: T | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

/** It is undefined while no row is open. */
export type OpenRow = { openId: string | undefined; onClose: () => void };

type PanelProps<T> = OpenRow & {
  query: Loaded<T>;
  title: (item: T) => ReactNode;
  name: string;
  failed: string;
  wide?: boolean;
  actions?: (item: T) => ReactNode;
  dangers?: (item: T) => ReactNode;
  children: (item: T) => ReactNode;
};

/** The page beside the panel stays usable: ↑ and ↓ open other rows. On phones the panel covers it. */
export function Panel<T>(props: PanelProps<T>) {
  const { openId, onClose, query, title, name, failed, wide, actions, dangers, children } = props;
  const item = query.data;
  const isMobile = useIsMobile();
  // The library makes an open panel anew when `modal` changes, and a half-written reason in a question would be lost.
  const [isModal, setModal] = useState(isMobile);
  if (openId === undefined && isModal !== isMobile) setModal(isMobile);
  const content = useRef<HTMLDivElement>(null);
  const isLoaded = item !== undefined;
  const isReady = isLoaded || query.error !== null;
  const presented = useRef('');
  // Screen readers say role and name of the dialog when its title takes the focus, once it is the item’s.
  const present = () => {
    const element = titleIn(content.current);
    const state = openId === undefined ? '' : `${openId} ${isLoaded}`;
    if (state === presented.current || (state !== '' && (!isReady || !element))) return;
    presented.current = state;
    if (state === '' || !element) return;
    // They do not read the new text of an element that already has the focus.
    if (document.activeElement === element) announce(element.textContent ?? '');
    else element.focus({ preventScroll: true });
  };
  useEffect(present);
  // The button that had the focus may be gone after an act.
  useEffect(() => {
    if (item !== undefined && document.activeElement === document.body)
      titleIn(content.current)?.focus({ preventScroll: true });
  }, [item]);
  return (
    <Sheet modal={isModal} open={openId !== undefined} onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        inPlace
        data-panel
        ref={content}
        title={item === undefined ? name : title(item)}
        titleProps={focusTitleProps}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          present();
        }}
        // Clicking another row, a filter or a toast must not close the panel.
        onInteractOutside={(event) => !isModal && event.preventDefault()}
        // The row takes the focus back; without a row, the page’s title does.
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (document.activeElement === document.body) focusTitle();
        }}
        className={cn(
          'w-full max-w-full overscroll-contain outline-none',
          wide ? 'md:w-[min(72rem,calc(100%-4rem))]' : 'md:w-128',
        )}
      >
        {/* What is typed or chosen about one row must not stay for the next. */}
        <Fragment key={openId}>
          <div className="grid flex-1 grid-cols-1 content-start gap-6 px-5 pb-6">
            {item === undefined ? <PanelState query={query} failed={failed} /> : children(item)}
          </div>
          {item !== undefined && (
            // The acts are below the text where many of them would leave it no room.
            <footer className="sticky bottom-0 grid grid-cols-1 gap-3 border-t bg-popover px-5 py-4 not-has-[button,a]:hidden max-md:has-[>div>:nth-child(5)]:static">
              {actions && <div className="flex flex-wrap gap-2 empty:hidden">{actions(item)}</div>}
              {dangers && (
                <div className="flex flex-wrap gap-2 empty:hidden [:not(:empty)+&]:border-t [:not(:empty)+&]:border-dashed [:not(:empty)+&]:pt-3">
                  {dangers(item)}
                </div>
              )}
            </footer>
          )}
        </Fragment>
      </SheetContent>
    </Sheet>
  );
}

function titleIn(panel: HTMLElement | null): HTMLElement | null {
  return panel?.querySelector<HTMLElement>('[data-focus-title]') ?? null;
}

function PanelState({ query, failed }: { query: Loaded<unknown>; failed: string }) {
  if (!query.error)
    return (
      <SkeletonGroup className="grid gap-4">
        <Skeleton className="w-1/2" />
        <Skeleton className="h-20 w-full" />
        <Skeleton className="w-2/3" />
      </SkeletonGroup>
    );
  if (isProofMissing(query.error)) return <ProofNeeded onProven={query.refetch} />;
  const isGone = isRefusal(query.error, 'NOT_FOUND');
  return (
    <ErrorState
      title={isGone ? 'Cet élément n’existe plus.' : failed}
      {...(isGone ? {} : { onRetry: () => void query.refetch(), retrying: query.isFetching })}
    >
      {isGone ? 'Il a été supprimé entre-temps.' : errorMessage(query.error)}
    </ErrorState>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** Empty entries are left out, so that a caller can write a fact after a condition. */
export type FactList = readonly (Fact | '' | false | null | undefined)[];

export function Facts({ facts }: { facts: FactList }) {
  return (
    <div className="@container">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm @max-[14rem]:grid-cols-1">
        {facts
          .filter((fact) => !!fact)
          .map(([name, value]) => (
            <div key={name} className="contents @max-[14rem]:block">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** It is among the acts of a panel, and leads to another page. */
export function PlaceButton({ to, variant = 'ghost', children }: PlaceButtonProps) {
  return (
    <Button asChild size="sm" variant={variant}>
      <Link to={to}>{children}</Link>
    </Button>
  );
}

type PlaceButtonProps = { to: string; variant?: ButtonProps['variant']; children: ReactNode };

export function ProfileButton({ memberId }: { memberId: string }) {
  return (
    <Button asChild size="sm" variant="ghost">
      <Link to={paths.member(memberId)} target="_blank">
        Voir le profil
        <NewTabHint />
      </Link>
    </Button>
  );
}

/** It leads to a page for administrators, so that a moderator reads the text alone. */
export function PanelLink({ to, label, children }: { to: string; label?: string; children: ReactNode }) {
  if (useMember().role !== 'admin') return children;
  return (
    <Link
      to={to}
      aria-label={label}
      className="text-primary underline decoration-primary/40 underline-offset-4 wrap-anywhere hover:decoration-current"
    >
      {children}
    </Link>
  );
}
