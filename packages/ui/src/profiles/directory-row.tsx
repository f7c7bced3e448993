import {
  type DirectoryMember,
  memberName,
  optionLabel,
  SPECIALTIES,
  type Specialty,
} from '@guilde/contracts/profiles/rules.ts';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { Mark } from '../kit/mark.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { paths } from '../paths.ts';

const rowClasses =
  '@container relative flex h-full items-center gap-x-3.5 border-b px-2 transition-colors duration-150 lg:grid lg:grid-cols-[3rem_minmax(0,2fr)_minmax(0,3fr)_7.5rem] lg:gap-x-4 lg:px-3';

/** The whole row is the link; its height must be that of useDirectoryGeometry. */
export function DirectoryRow({ member, named }: { member: DirectoryMember; named: readonly Specialty[] }) {
  const name = memberName(member);
  const { totalHelpCount } = member;
  return (
    <div className={`${rowClasses} hover:bg-muted`}>
      <Avatar name={name} src={member.avatarUrl} size="md" className="@max-[14rem]:hidden" />
      <div className="contents max-lg:grid max-lg:min-w-0 max-lg:flex-1 max-lg:gap-y-0.5">
        <div className="min-w-0">
          <p className="flex items-center gap-1">
            <Link
              to={paths.member(member.id)}
              state={{ fromDirectory: true }}
              className="truncate rounded-lg font-semibold outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
            >
              {name}
            </Link>
            {member.isCertified && <CertifiedBadge className="size-4" />}
          </p>
          <p className="flex gap-x-1.5 text-sm text-muted-foreground">
            <span className="truncate">{member.storeName}</span>
            {totalHelpCount > 0 && (
              <span className="shrink-0 lg:hidden @max-[14rem]:hidden">
                <span aria-hidden>· </span>
                <Helped count={totalHelpCount} />
              </span>
            )}
          </p>
        </div>
        <p className="line-clamp-2 text-xs text-primary-strong lg:text-sm">
          {member.specialties.length > 0 && <span className="sr-only">Spécialités{'\u00a0'}: </span>}
          {member.specialties.map((id, index) => (
            <Fragment key={id}>
              <span>{index > 0 && ' · '}</span>
              <span className="whitespace-nowrap">
                {named.includes(id) ? (
                  <Mark>{optionLabel(SPECIALTIES, id)}</Mark>
                ) : (
                  optionLabel(SPECIALTIES, id)
                )}
              </span>
            </Fragment>
          ))}
        </p>
        <p className="text-right text-sm text-muted-foreground max-lg:hidden">
          {totalHelpCount > 0 && <Helped count={totalHelpCount} />}
        </p>
      </div>
    </div>
  );
}

/** Counts SOS of others that were resolved with the member’s help. */
function Helped({ count }: { count: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="font-medium text-foreground">{formatNumber(count)}</span>
      <span>{` SOS ${pluralWord(count, 'résolu')}`}</span>
    </span>
  );
}

export function DirectoryRowSkeleton() {
  return (
    <div className={rowClasses}>
      <Skeleton className="size-10 shrink-0 rounded-full" />
      <div className="grid flex-1 gap-2.5">
        <Skeleton className="w-3/5" />
        <Skeleton className="h-3.5 w-2/5" />
      </div>
      <Skeleton className="h-3.5 w-2/3 max-lg:hidden" />
    </div>
  );
}
