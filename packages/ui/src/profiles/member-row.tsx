import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { paths } from '../paths.ts';

type MemberRowProps = {
  member: MemberRef;
  /** The default is the name of the shop. */
  facts?: string;
  children?: ReactNode;
};

/** The row shows somebody who comes, hosts or is committed; `children` are the state and its buttons. */
export function MemberRow({ member, facts = member.storeName, children }: MemberRowProps) {
  return (
    <li className="relative flex min-h-12 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
      <Avatar name={memberName(member)} src={member.avatarUrl} size="sm" />
      <span className="min-w-0 flex-1 basis-24">
        <Link
          to={paths.member(member.id)}
          className="block truncate rounded-sm font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {memberName(member)}
        </Link>
        <span className="line-clamp-2 text-muted-foreground">{facts}</span>
      </span>
      {/* The link covers the row, and what can be pressed stands above it. */}
      <span className="relative flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">{children}</span>
    </li>
  );
}
