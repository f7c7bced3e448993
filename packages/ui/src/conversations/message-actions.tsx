import { type Conversation, type Message, REACTIONS } from '@guilde/contracts/conversations/rules.ts';
import { denyMessageReport } from '@guilde/contracts/reports/rules.ts';
import { BadgeCheck, Copy, Ellipsis, Flag, MailOpen, Pencil, Reply, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, Suspense, type TouchEvent, useRef, useState } from 'react';
import { cn } from '../kit/cn.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../kit/dropdown-menu.tsx';
import { toast } from '../kit/toast.ts';
import { type Platform, usePlatform } from '../platform.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { useMarkUnread } from './choices.ts';
import { startEditing, startReply } from './composer-context.tsx';
import { mayDelete, mayEdit, useDeleteMessage } from './corrections.ts';
import { keptPress } from './kept-press.ts';
import { useMemberContext } from './member-context.ts';
import { MessageFacts } from './message-facts.tsx';
import { useReactions } from './reactions.ts';
import { useSolution } from './solutions.ts';

/** It brings the forms and their checks, which a conversation does without. */
const ReportDialog = lazyPart(async () => (await import('../reports/report-dialog.tsx')).ReportDialog);

const LONG_PRESS_MS = 450;
/** A finger that moves further, in pixels, scrolls. */
const STILL = 10;

type Props = {
  conversation: Conversation;
  message: Message;
  /** Names who has read it, where the page counts them. */
  readers: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Tab reaches one button of a thread; arrows lead on from there. */
  isTabStop: boolean;
  /** It says whose message it is, and when it was sent. */
  label: string;
  side: 'left' | 'right';
};

/** The button is beside the bubble, seen on hover and focus; a long press opens it too. */
export function MessageActions({
  conversation,
  message,
  readers,
  open,
  onOpenChange,
  isTabStop,
  label,
  side,
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  // A closed dialog keeps what was written.
  const [reporting, setReporting] = useState<'never' | 'open' | 'closed'>('never');
  // The composer, or the question, has the focus then.
  const staysAway = useRef(false);
  // The menu must be there before the key that opens it, to give its first item the focus.
  const [hasFocus, setFocus] = useState(false);
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (!staysAway.current) button.current?.focus({ preventScroll: true });
    staysAway.current = false;
  };
  return (
    <>
      <OpenButton
        ref={button}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        aria-expanded={open}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onClick={() => onOpenChange(true)}
        side={side}
      />
      {(open || hasFocus) && (
        <DropdownMenu open={open} onOpenChange={onOpenChange}>
          <DropdownMenuTrigger asChild>
            <span aria-hidden className="pointer-events-none absolute inset-0" />
          </DropdownMenuTrigger>
          <DropdownMenuContent
            aria-label="Actions du message"
            align={side === 'left' ? 'end' : 'start'}
            onCloseAutoFocus={returnFocus}
          >
            <Items
              conversation={conversation}
              message={message}
              onMoved={() => {
                staysAway.current = true;
              }}
              onReport={() => {
                staysAway.current = true;
                setReporting('open');
              }}
              onDelete={() => {
                staysAway.current = true;
                setDeleting(true);
              }}
            />
            <MessageFacts message={message} conversation={conversation} readers={readers} />
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      {reporting !== 'never' && (
        <Suspense>
          <ReportDialog
            about="message"
            id={message.id}
            open={reporting === 'open'}
            onOpenChange={(next) => setReporting(next ? 'open' : 'closed')}
            onCloseAutoFocus={returnFocus}
          />
        </Suspense>
      )}
      {isDeleting && <DeletionQuestion message={message} onClose={() => setDeleting(false)} />}
    </>
  );
}

function OpenButton({ side, ...button }: React.ComponentProps<'button'> & Pick<Props, 'side'>) {
  return (
    <button
      {...button}
      type="button"
      data-message-actions
      aria-haspopup="menu"
      {...keptPress}
      onKeyDown={goToNeighbour}
      className={cn(
        'absolute top-1/2 flex size-8 -translate-y-1/2 items-center justify-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground focus-visible:opacity-100 aria-expanded:opacity-100',
        'opacity-0 transition-opacity duration-150 group-hover:opacity-100 pointer-coarse:pointer-events-none pointer-coarse:opacity-0!',
        side === 'left' ? 'right-full mr-1' : 'left-full ml-1',
      )}
    >
      <Ellipsis className="size-4" />
    </button>
  );
}

function Items({
  conversation,
  message,
  onMoved,
  onReport,
  onDelete,
}: Pick<Props, 'conversation' | 'message'> & Record<'onMoved' | 'onReport' | 'onDelete', () => void>) {
  const { memberId } = useMemberContext();
  const platform = usePlatform();
  const { act } = useSolution(conversation, message);
  const markUnread = useMarkUnread(conversation.id);
  const isOpen = conversation.status !== 'closed';
  return (
    <>
      {isOpen && <ReactionItems message={message} />}
      {isOpen && (
        <DropdownMenuItem
          onSelect={() => {
            onMoved();
            startReply(message);
          }}
        >
          <Reply />
          Répondre
        </DropdownMenuItem>
      )}
      {act && (
        <DropdownMenuItem onSelect={act.run}>
          <BadgeCheck />
          <span>{act.label}</span>
        </DropdownMenuItem>
      )}
      {mayEdit(message, memberId, conversation) && (
        <DropdownMenuItem
          onSelect={() => {
            onMoved();
            startEditing(message);
          }}
        >
          <Pencil />
          Modifier
        </DropdownMenuItem>
      )}
      {message.content !== '' && (
        <DropdownMenuItem onSelect={() => void copy(platform, message.content)}>
          <Copy />
          Copier le texte
        </DropdownMenuItem>
      )}
      {message.senderId !== memberId && (
        <DropdownMenuItem onSelect={() => markUnread(message.seq)}>
          <MailOpen />
          Marquer comme non lu à partir d’ici
        </DropdownMenuItem>
      )}
      {!denyMessageReport(memberId, message) && (
        <DropdownMenuItem onSelect={onReport}>
          <Flag />
          Signaler
        </DropdownMenuItem>
      )}
      {mayDelete(message, memberId) && (
        <DropdownMenuItem destructive onSelect={onDelete}>
          <Trash2 />
          Supprimer
        </DropdownMenuItem>
      )}
    </>
  );
}

/** The six are in one row; arrows go through them as through the other items. */
function ReactionItems({ message }: { message: Message }) {
  const { memberId } = useMemberContext();
  const { reactions, toggle } = useReactions(message);
  return (
    <>
      <div className="flex justify-between gap-0.5 pb-1">
        {REACTIONS.map(({ emoji, label }) => {
          const isOwn = reactions.some((one) => one.emoji === emoji && one.memberIds.includes(memberId));
          return (
            <DropdownMenuItem
              key={emoji}
              aria-label={`${isOwn ? 'Retirer ma réaction' : 'Réagir'}\u00a0: ${label}`}
              className={cn('size-9 justify-center px-0 text-lg max-md:size-11', isOwn && 'bg-primary-soft')}
              onSelect={() => toggle(emoji)}
            >
              <span aria-hidden>{emoji}</span>
            </DropdownMenuItem>
          );
        })}
      </div>
      <DropdownMenuSeparator className="mt-0" />
    </>
  );
}

async function copy(platform: Platform, text: string): Promise<void> {
  try {
    await platform.copyText(text);
    toast.success('Texte copié.');
  } catch {
    toast.error('Le texte n’a pas pu être copié.');
  }
}

function DeletionQuestion({ message, onClose }: { message: Message; onClose: () => void }) {
  const { mutateAsync } = useDeleteMessage();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Supprimer ce message ?"
      description="Le texte disparaît pour tout le monde, et « Message supprimé » le remplace."
      confirmLabel="Supprimer"
      destructive
      onConfirm={() => mutateAsync(message)}
    />
  );
}

function goToNeighbour(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  if (step === 0) return;
  const buttons = [
    ...(event.currentTarget
      .closest('[role="log"]')
      ?.querySelectorAll<HTMLElement>('[data-message-actions]') ?? []),
  ].sort((a, b) => rowIndex(a) - rowIndex(b));
  const next = buttons[buttons.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function rowIndex(button: HTMLElement): number {
  return Number(button.closest<HTMLElement>('[data-index]')?.dataset.index ?? 0);
}

/** The handlers are for the bubble that a finger rests on. */
export function useLongPress(onPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const hasPressed = useRef(false);
  const end = () => clearTimeout(timer.current);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType !== 'touch') return;
      start.current = { x, y };
      hasPressed.current = false;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        hasPressed.current = true;
        onPress();
      }, LONG_PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // The click that follows would close what the press has opened.
    onTouchEnd: (event: TouchEvent) => {
      if (hasPressed.current) event.preventDefault();
    },
    onContextMenu: (event: { nativeEvent: Event; preventDefault: () => void }) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') event.preventDefault();
    },
  };
}
