import type { Conversation, Message, Quote } from '@guilde/contracts/conversations/rules.ts';
import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import { memo, Suspense, useState } from 'react';
import { ShownFiles } from '../files/shown-files.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { cn } from '../kit/cn.ts';
import { formatDateTime, formatTime } from '../kit/format.ts';
import { hoverTitle } from '../kit/hover-title.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { keptPress } from './kept-press.ts';
import { fileCaption } from './labels.ts';
import { TextWithMentions } from './mentions.tsx';
import { MessageActions, useLongPress } from './message-actions.tsx';
import { MessageQuote } from './message-quote.tsx';
import { MessageReactions } from './message-reactions.tsx';
import { MessageSolution } from './message-solution.tsx';
import { MessageText } from './message-text.tsx';
import type { Outgoing } from './outgoing.ts';
import type { Bubble } from './timeline.ts';

export type MessageBubbleProps = {
  conversation: Conversation;
  memberId: string;
  bubble: Bubble;
  /** Tab reaches the actions of this message. */
  isTabStop: boolean;
  isMine: boolean;
  author: MemberRef | null;
  name: string;
  /** The newest own message that somebody has read names its readers, any other message has null. */
  readers: string | null;
  readerCount: number;
  onRetry: (message: Outgoing) => void;
  onDiscard: (message: Outgoing) => void;
};

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { bubble, conversation, memberId, isMine, author, name, readers, readerCount } = props;
  const { outgoing, message, startsGroup, sentAt, content, files } = bubble;
  const quote = message?.replyTo ?? outgoing?.quote;
  const [hasMenu, setHasMenu] = useState(false);
  const press = useLongPress(() => message && setHasMenu(true));
  return (
    <div
      className={cn(
        'group flex gap-2.5',
        startsGroup ? 'mt-4' : 'mt-1',
        isMine && 'flex-row-reverse text-right',
      )}
    >
      {!isMine && (
        <span className="w-8 shrink-0 pt-0.5">
          {startsGroup && <Avatar name={memberName(author)} src={author?.avatarUrl} size="sm" />}
        </span>
      )}
      {/* The button with the actions needs room beside the bubble, also with large text. */}
      <div
        className={cn(
          'flex min-w-0 flex-col md:max-w-[75%]',
          isMine ? 'max-w-[min(85%,calc(100%-2.25rem))] items-end' : 'max-w-[min(85%,calc(100%-4.875rem))]',
        )}
      >
        <p className={startsGroup ? 'mb-1 flex items-baseline gap-1.5 text-xs' : 'sr-only'}>
          <span className="font-semibold text-foreground">{name}</span>{' '}
          {author?.isCertified && !isMine && <CertifiedBadge className="self-center" />}
          <SentAt date={sentAt} />
        </p>
        <div
          {...press}
          className={cn('relative flex w-fit max-w-full flex-col', isMine ? 'items-end' : 'items-start')}
        >
          {(content !== '' || quote) && <BubbleText {...props} quote={quote} />}
          {files.length > 0 && (
            <ShownFiles
              place={`conversations/${conversation.id}`}
              files={files}
              caption={fileCaption(isMine ? 'moi' : name, sentAt)}
              isPending={outgoing !== null}
              isEnd={isMine}
              viewer={(shown) => (
                <ConversationViewer conversation={conversation} memberId={memberId} {...shown} />
              )}
            />
          )}
          {!startsGroup && <SentAtBeside date={sentAt} isMine={isMine} />}
          {message && (
            <MessageActions
              conversation={conversation}
              message={message}
              readers={readers}
              open={hasMenu}
              onOpenChange={setHasMenu}
              isTabStop={props.isTabStop}
              label={`Actions du message, ${name}, ${formatTime(sentAt)}`}
              side={isMine ? 'left' : 'right'}
            />
          )}
        </div>
        {message?.editedAt && <Edited message={message} editedAt={message.editedAt} />}
        {message && (
          <MessageReactions
            message={message}
            conversation={conversation}
            memberId={memberId}
            isMine={isMine}
          />
        )}
        {message?.solution && (
          <MessageSolution message={message} conversation={conversation} memberId={memberId} />
        )}
        {outgoing && <OutgoingState {...props} outgoing={outgoing} />}
        {readers && <Readers names={readers} count={readerCount} />}
      </div>
    </div>
  );
});

function BubbleText({
  bubble,
  conversation,
  memberId,
  isMine,
  quote,
}: MessageBubbleProps & { quote: Quote | undefined }) {
  const { outgoing, message, content } = bubble;
  return (
    <div
      className={cn(
        'pointer-coarse:[-webkit-touch-callout:none] pointer-coarse:select-none',
        'rounded-lg px-3 py-2 text-left text-[0.9375rem] leading-snug transition-opacity duration-150',
        isMine
          ? 'rounded-tr-sm bg-primary-soft text-foreground forced-colors:border-2 forced-colors:border-[Highlight]'
          : 'rounded-tl-sm border bg-card text-card-foreground',
        outgoing && 'opacity-60',
      )}
    >
      {quote && (
        <MessageQuote quote={quote} conversation={conversation} memberId={memberId} from={bubble.seq} />
      )}
      <MessageText
        id={bubble.key}
        text={content}
        render={(part) => (
          <TextWithMentions
            text={part}
            mentions={message?.mentions ?? outgoing?.mentions}
            conversation={conversation}
            memberId={memberId}
          />
        )}
      />
    </div>
  );
}

/** A copied message has its time from its first line, so this one is left out of selections. */
function SentAtBeside({ date, isMine }: { date: string; isMine: boolean }) {
  return (
    <span
      aria-hidden
      data-sent-at-beside
      className={cn(
        'absolute select-none top-1/2 -translate-y-1/2 text-xs opacity-0 transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100 max-md:hidden',
        isMine ? 'right-full mr-11' : 'left-full ml-11',
      )}
    >
      <SentAt date={date} />
    </span>
  );
}

function Readers({ names, count }: { names: string; count: number }) {
  return (
    <p className="mt-1 text-xs text-muted-foreground" {...hoverTitle(() => names)}>
      <span>{`vu par ${count}`}</span>
      <span className="sr-only">{`\u00a0: ${names}`}</span>
    </p>
  );
}

const ConversationViewer = lazyPart(
  async () => (await import('./conversation-viewer.tsx')).ConversationViewer,
);
const MessageVersions = lazyPart(async () => (await import('./message-versions.tsx')).MessageVersions);

function Edited({ message, editedAt }: { message: Message; editedAt: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="mt-0.5 w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground hover:underline min-h-6 max-md:-my-2 max-md:min-h-11"
        {...hoverTitle(() => `Modifié le ${formatDateTime(editedAt)}`)}
        {...keptPress}
        onClick={() => setOpen(true)}
      >
        modifié
      </button>
      {isOpen && (
        <Suspense>
          <MessageVersions message={message} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function SentAt({ date }: { date: string }) {
  return (
    <time
      dateTime={date}
      {...hoverTitle(() => formatDateTime(date))}
      className="text-muted-foreground tabular-nums"
    >
      {formatTime(date)}
    </time>
  );
}

/** While sending, only screen readers get a text; the others see the bubble faded. */
function OutgoingState({
  outgoing,
  onRetry,
  onDiscard,
}: Pick<MessageBubbleProps, 'onRetry' | 'onDiscard'> & { outgoing: Outgoing }) {
  if (!outgoing.problem) return <p className="sr-only">Envoi en cours</p>;
  const action =
    'rounded-sm font-medium underline decoration-current/40 underline-offset-2 hover:decoration-current min-h-6 max-md:min-h-11';
  return (
    <div className="mt-1 text-xs">
      <p className="flex flex-wrap items-center justify-end gap-x-1.5 text-danger">
        <span>Non envoyé</span>
        <span aria-hidden>·</span>
        <button type="button" className={action} onClick={() => onRetry(outgoing)}>
          Réessayer
        </button>
        <span aria-hidden>·</span>
        <button type="button" className={action} onClick={() => onDiscard(outgoing)}>
          Supprimer
        </button>
      </p>
      <p className="text-muted-foreground max-md:-mt-2.5">{outgoing.problem.message}</p>
    </div>
  );
}
