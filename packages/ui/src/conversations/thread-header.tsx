import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { focusTitleProps } from '../kit/focus-title.ts';
import { StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { FilesButton } from './files-button.tsx';
import { conversationState } from './labels.ts';
import { ownerPage } from './owner-page.ts';
import { Participants } from './participants.tsx';
import { type SosHead, SosHeadToggle } from './sos-head.tsx';

/** On a phone the title has the first line; it is hidden where the keyboard leaves hardly any room. */
export function ThreadHeader({
  conversation,
  head,
  titleRef,
  onResolve,
  hasSolution,
}: {
  conversation: Conversation;
  head: SosHead;
  titleRef: Ref<HTMLHeadingElement>;
  /** It is null for whoever may not end the SOS. */
  onResolve: (() => void) | null;
  /** A bar below the messages then ends the SOS. */
  hasSolution: boolean;
}) {
  const { title, sosId } = conversation;
  const { state, label } = conversationState(conversation);
  return (
    <header className="grid shrink-0 grid-cols-[minmax(0,1fr)_auto] border-b py-2 pr-2 pl-2 md:pr-3 two-panes:pl-5 compact:py-0.5 compact:pr-1 [@media(height<18rem)]:group-has-[textarea:focus]/pane:hidden">
      <div className="flex min-w-0 flex-1 basis-[8rem] items-center gap-1">
        <BackToList />
        <h1
          ref={titleRef}
          {...focusTitleProps}
          className="relative min-w-0 flex-1 text-base max-md:min-h-11 max-md:content-center md:text-lg"
        >
          <Link
            to={ownerPage(conversation).to}
            title={title}
            className="line-clamp-1 rounded-sm hover:underline max-md:after:absolute max-md:after:inset-0 compact:line-clamp-2 compact:text-sm compact:leading-tight"
          >
            {title}
          </Link>
        </h1>
      </div>
      <div className="col-span-2 row-start-2 flex compact:[@media(height<34rem)]:group-has-[textarea:focus]/pane:hidden items-center gap-2 pr-1 pl-2 two-panes:pl-0 compact:gap-1 compact:pl-10 compact:pr-0">
        <StateBadge state={state} className="compact:sr-only">
          {label}
        </StateBadge>
        {sosId && <SosHeadToggle head={head} />}
        <Participants conversation={conversation} />
        {onResolve && !hasSolution && (
          <Button variant="outline" size="sm" className="ml-auto compact:hidden" onClick={onResolve}>
            <CircleCheck className="text-success" />
            Marquer comme résolu
          </Button>
        )}
      </div>
      <div className="col-start-2 row-start-1 flex">
        <FilesButton conversation={conversation} />
        <ConversationMenu conversation={conversation} onResolve={onResolve} />
      </div>
    </header>
  );
}

export function BackToList() {
  return (
    <Button asChild variant="ghost" size="icon" className="two-panes:hidden">
      <Link to={paths.chat()} aria-label="Mes Conversations">
        <ArrowLeft />
      </Link>
    </Button>
  );
}
