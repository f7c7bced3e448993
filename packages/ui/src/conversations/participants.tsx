import type { Conversation, Participant } from '@guilde/contracts/conversations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { UsersRound } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { plural } from '../kit/format.ts';
import { Popover, PopoverContent, PopoverTrigger } from '../kit/popover.tsx';
import { paths } from '../paths.ts';
import { BlockButton } from '../profiles/block-button.tsx';
import { shortName } from './conversation.ts';
import { listNames, roleText } from './labels.ts';
import { useMemberContext } from './member-context.ts';

export function Participants({ conversation }: { conversation: Conversation }) {
  const { memberId } = useMemberContext();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const present = conversation.participants.filter((one) => one.isActive);
  const { currentParticipants, maxParticipants } = conversation;
  const others = present.filter((one) => one.member.id !== memberId);
  const names = [...others.map((one) => shortName(conversation, one.member.id)), 'toi'];
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          className="min-w-0 shrink gap-2 px-2 font-normal text-muted-foreground max-sm:gap-1.5 max-sm:px-1.5"
        >
          <UsersRound className="size-4" />
          {/* Screen readers read « 2/5 » as a fraction. */}
          <span className="sr-only">
            {`Participants\u00a0: ${currentParticipants} sur ${maxParticipants}, ${listNames(names)}`}
          </span>
          <span aria-hidden className="tabular-nums">
            {`${currentParticipants}/${maxParticipants}`}
          </span>
          <span aria-hidden className="hidden truncate @min-[30rem]:block two-panes:hidden @4xl:block">
            {listNames(names)}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-labelledby={titleId}
        className="w-80 max-w-[calc(100vw-1.5rem)] p-2"
        // By default the popover gets the focus and is read out as a whole.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          title.current?.focus();
        }}
      >
        <h2 ref={title} id={titleId} tabIndex={-1} className="px-2 pt-1 pb-2 text-sm outline-none">
          {`${plural(currentParticipants, 'participant')} sur ${maxParticipants}`}
        </h2>
        <ul className="grid grid-cols-1 gap-0.5">
          {present.map((one) => (
            <ParticipantLine
              key={one.member.id}
              conversation={conversation}
              participant={one}
              isMe={one.member.id === memberId}
            />
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}

function ParticipantLine({
  conversation,
  participant,
  isMe,
}: {
  conversation: Conversation;
  participant: Participant;
  isMe: boolean;
}) {
  const { member, role } = participant;
  const name = memberName(member);
  return (
    <li className="flex items-center gap-1">
      <Link
        to={isMe ? paths.profile : paths.member(member.id)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-muted"
      >
        <Avatar name={name} src={member.avatarUrl} size="sm" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5 font-medium">
            <span className="truncate">{name}</span> {member.isCertified && <CertifiedBadge />}{' '}
            {isMe && <span className="font-normal text-muted-foreground">(toi)</span>}
          </span>{' '}
          <span className="block truncate text-xs text-muted-foreground">
            {[member.storeName, roleText(role, conversation)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
      <BlockButton member={member} isShort />
    </li>
  );
}
