import type { Conversation } from '@guilde/contracts/conversations.ts';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { StateBadge } from '../kit/state.tsx';
import { paths } from '../paths.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { useMemberContext } from './member-context.ts';
import { Participants } from './participants.tsx';
import { conversationState } from './words.ts';

/** What the conversation is about, its state, who is here; the SOS itself is one click away. */
export function ThreadHeader({
  conversation,
  titleRef,
  onResolve,
}: {
  conversation: Conversation;
  titleRef: Ref<HTMLHeadingElement>;
  onResolve: () => void;
}) {
  const { memberId } = useMemberContext();
  const { title, sosId, status, requesterId } = conversation;
  const { state, label } = conversationState(conversation);
  const canResolve = requesterId === memberId && status !== 'closed';
  return (
    <header className="border-b py-2 pr-2 pl-2 md:pr-3 @2xl:pl-5">
      <div className="flex items-center gap-1">
        <BackToList />
        <h1 ref={titleRef} tabIndex={-1} className="min-w-0 flex-1 text-base md:text-lg">
          <Link
            to={paths.sosDetail(sosId)}
            title={title}
            className="line-clamp-2 rounded-sm hover:underline md:line-clamp-1"
          >
            {title}
          </Link>
        </h1>
        <ConversationMenu conversation={conversation} />
      </div>
      <div className="flex items-center gap-1 pr-1 pl-2 sm:gap-2 @2xl:pl-0">
        <StateBadge state={state}>{label}</StateBadge>
        <Participants conversation={conversation} />
        {canResolve && (
          <Button
            variant="outline"
            size="sm"
            className="ml-auto max-md:h-9 max-md:after:absolute max-md:after:-inset-y-1 max-md:after:inset-x-0 max-sm:px-2 max-sm:text-xs"
            onClick={onResolve}
          >
            <CircleCheck aria-hidden strokeWidth={1.75} className="text-success max-sm:hidden" />
            Marquer comme résolu
          </Button>
        )}
      </div>
    </header>
  );
}

/** Only where list and thread do not stand side by side. */
export function BackToList() {
  return (
    <Button asChild variant="ghost" size="icon" className="@2xl:hidden">
      <Link to={paths.chat()} aria-label="Mes Conversations">
        <ArrowLeft aria-hidden strokeWidth={1.75} />
      </Link>
    </Button>
  );
}
