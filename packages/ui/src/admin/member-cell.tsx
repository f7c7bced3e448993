import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import { Avatar } from '../kit/avatar.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';

/** Shows « Utilisateur inconnu » for somebody who has left. */
export function MemberCell({ member, note }: { member: MemberRef | null; note?: string }) {
  const name = memberName(member);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} src={member?.avatarUrl} size="xs" />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5">
          <span className="line-clamp-2 max-w-72 font-medium wrap-anywhere text-foreground">{name}</span>
          {member?.isCertified && <CertifiedBadge />}
        </span>
        {note && (
          <span className="line-clamp-1 text-xs wrap-anywhere text-muted-foreground lg:hidden">{note}</span>
        )}
      </span>
    </span>
  );
}
