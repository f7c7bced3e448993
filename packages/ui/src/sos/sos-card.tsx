import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { isEnded, type Sos } from '@guilde/contracts/sos/rules.ts';
import { Paperclip, UsersRound } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { Card } from '../kit/card.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { cn } from '../kit/cn.ts';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { RelativeTime } from '../kit/relative-time.tsx';
import { SosAriaDescription, seatsText, topicsOf } from './sos-aria-description.tsx';
import { CategoryIcon, isStillUrgent, StatusBadge, UrgentBadge } from './sos-badges.tsx';

export type SosCardProps = {
  sos: Sos;
  to: string;
  selected: boolean;
  /** It replaces the history entry, so that closing the detail leads back to the list. */
  replace: boolean;
};

/** The whole card is the link; its accessible name is the title. */
export function SosCard({ sos, to, selected, replace }: SosCardProps) {
  const isUrgent = isStillUrgent(sos);
  const id = useId();
  return (
    <Card
      asChild
      interactive
      {...(isUrgent ? { edge: 'accent' as const } : {})}
      className={cn(
        'grid grid-cols-1 gap-2.5 md:p-4',
        selected && 'border-primary ring-1 ring-primary hover:border-primary',
      )}
    >
      <article>
        <div className="flex flex-wrap items-center gap-1.5">
          {isUrgent && <UrgentBadge />}
          <SosTopics sos={sos} />
          <StatusBadge status={sos.status} />
        </div>
        <h2 className="text-base leading-snug">
          <Link
            to={to}
            replace={replace}
            state={{ fromFeed: true }}
            aria-current={selected ? 'true' : undefined}
            aria-describedby={id}
            data-sos={sos.id}
            onKeyDown={walkThroughList}
            className="rounded-lg outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {sos.title}
          </Link>
        </h2>
        <p className="line-clamp-2 text-sm text-muted-foreground">{sos.excerpt}</p>
        <SosFoot sos={sos} />
        <SosAriaDescription id={id} sos={sos} />
      </article>
    </Card>
  );
}

function SosTopics({ sos }: { sos: Sos }) {
  const { category, others } = topicsOf(sos);
  return (
    <span className="flex min-w-0 grow basis-[5rem] items-center gap-1.5 text-xs text-muted-foreground [&_svg]:size-3.5 [&_svg]:shrink-0">
      <CategoryIcon category={sos.category} />
      <span className="truncate">
        <span className="font-medium">{category}</span>
        {others.length > 0 && (
          <>
            <span className="sr-only">, spécialités recherchées{'\u00a0'}: </span>
            <span aria-hidden> · </span>
            <span>{others.join(' · ')}</span>
          </>
        )}
      </span>
    </span>
  );
}

function SosFoot({ sos }: { sos: Sos }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
      <SosAuthor author={sos.author} />
      {sos.filesCount > 0 && (
        <span className="flex items-center gap-1 tabular-nums">
          <Paperclip className="size-3.5" />
          <span>{formatNumber(sos.filesCount)}</span>
          <span className="sr-only">{` ${pluralWord(sos.filesCount, 'fichier')}`}</span>
        </span>
      )}
      <Seats sos={sos} />
      <RelativeTime date={sos.createdAt} className="tabular-nums" />
    </span>
  );
}

export function SosAuthor({ author }: Pick<Sos, 'author'>) {
  const name = memberName(author);
  return (
    <>
      <Avatar name={name} src={author?.avatarUrl} size="xs" />
      <span className="flex min-w-0 flex-1 basis-[7rem] items-center gap-1">
        <span className="min-w-0 truncate font-medium text-foreground">{name}</span>
        {author?.isCertified && <CertifiedBadge className="size-3.5" />}
        {author && <span className="min-w-0 shrink-9999 truncate">{` · ${author.storeName}`}</span>}
      </span>
    </>
  );
}

function Seats({ sos }: Pick<SosCardProps, 'sos'>) {
  if (isEnded(sos)) return null;
  return (
    <span className="flex items-center gap-1 tabular-nums">
      <UsersRound className="size-3.5" />
      <span>{seatsText(sos)}</span>
    </span>
  );
}

function walkThroughList(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-sos]') ?? [])];
  const next = links[links.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
