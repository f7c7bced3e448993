import { type DirectoryMember, memberName, optionLabel, SPECIALTIES } from '@guilde/contracts/profiles.ts';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { Card } from '../kit/card.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { paths } from '../paths.ts';

const cardClasses = 'flex h-full items-center gap-3.5 p-3.5 md:p-4';

/** A member in the directory. The whole card is the link; it is as high as the list has reckoned. */
export function DirectoryCard({ member }: { member: DirectoryMember }) {
  const name = memberName(member);
  return (
    <Card interactive className={cardClasses}>
      <Avatar name={name} src={member.avatarUrl} size="lg" />
      <div className="min-w-0 flex-1">
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
        <p className="truncate text-sm text-muted-foreground">{member.storeName}</p>
        {member.specialties.length > 0 && (
          <p className="mt-1 line-clamp-2 text-xs text-primary-strong">
            <span className="sr-only">Spécialités{'\u00a0'}: </span>
            {member.specialties.map((id) => optionLabel(SPECIALTIES, id)).join(' · ')}
          </p>
        )}
      </div>
    </Card>
  );
}

export function DirectoryCardSkeleton() {
  return (
    <Card className={cardClasses}>
      <Skeleton className="size-14 rounded-full" />
      <div className="grid flex-1 gap-2.5">
        <Skeleton className="w-3/5" />
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    </Card>
  );
}
