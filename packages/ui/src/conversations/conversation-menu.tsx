import { type Conversation, ownerId } from '@guilde/contracts/conversations/rules.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import { useMutation } from '@tanstack/react-query';
import {
  Bell,
  BellOff,
  CalendarDays,
  CircleCheck,
  EllipsisVertical,
  LifeBuoy,
  LogOut,
  MailOpen,
  Search,
  Tags,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call, errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../kit/dropdown-menu.tsx';
import { toast } from '../kit/toast.ts';
import { useHasTwoPanes, useIsCompact } from '../kit/use-media.ts';
import { paths } from '../paths.ts';
import { useIsMuted, useMarkUnread, useMute } from './choices.ts';
import { participantOf } from './conversation.ts';
import { useMemberContext } from './member-context.ts';
import { forgetUnsent } from './outgoing.ts';
import { ownerPage } from './owner-page.ts';
import { forgetConversation } from './store.ts';

/** The menu leaves room for the search. */
const TITLE_MAX = 60;

export function ConversationMenu({
  conversation,
  onResolve,
}: {
  conversation: Conversation;
  /** This is null for a member who may not end the SOS. */
  onResolve: (() => void) | null;
}) {
  const { memberId } = useMemberContext();
  const [isLeaving, setLeaving] = useState(false);
  const isMuted = useIsMuted(conversation.id);
  const mute = useMute(conversation.id);
  const markUnread = useMarkUnread(conversation.id);
  const isCompact = useIsCompact();
  const { search, onCloseAutoFocus } = useSearchIn(conversation);
  const { sosId, dealId, status } = conversation;
  const { to, label } = ownerPage(conversation);
  const OwnerIcon = sosId ? LifeBuoy : dealId ? Tags : CalendarDays;
  const role = participantOf(conversation, memberId)?.role;
  // The page of the event or deal gives back the seat.
  const canLeave = sosId !== null && status !== 'closed' && role !== 'requester';
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label="Actions de la conversation">
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" onCloseAutoFocus={onCloseAutoFocus}>
          {/* The header of a wider window has a button for it. */}
          {isCompact && onResolve && (
            <DropdownMenuItem onSelect={onResolve}>
              <CircleCheck />
              Marquer comme résolu
            </DropdownMenuItem>
          )}
          <DropdownMenuItem asChild>
            <Link to={to}>
              <OwnerIcon />
              <span>{label}</span>
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={search}>
            <Search />
            Rechercher ici
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => mute(!isMuted)}>
            {isMuted ? <Bell /> : <BellOff />}
            <span>{isMuted ? 'Réactiver les notifications' : 'Mettre en sourdine'}</span>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => markUnread(undefined)}>
            <MailOpen />
            Marquer comme non lue
          </DropdownMenuItem>
          {canLeave && (
            <DropdownMenuItem destructive onSelect={() => setLeaving(true)}>
              <LogOut />
              Quitter la conversation
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <LeaveQuestion conversation={conversation} open={isLeaving} onOpenChange={setLeaving} />
    </>
  );
}

function useSearchIn(conversation: Conversation) {
  const navigate = useNavigate();
  // Beside the list the conversation stays open; the focus goes to the search.
  const hasTwoPanes = useHasTwoPanes();
  const isSearching = useRef(false);
  const search = () => {
    isSearching.current = true;
    const q = `dans:"${excerpt(conversation.title.replaceAll('"', ' '), TITLE_MAX)}" `;
    void navigate(hasTwoPanes ? paths.chatOf(conversation, { q }) : paths.chat({ q }));
  };
  const onCloseAutoFocus = (event: Event) => {
    if (isSearching.current) event.preventDefault();
    isSearching.current = false;
  };
  return { search, onCloseAutoFocus };
}

type LeaveQuestionProps = {
  conversation: Conversation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function LeaveQuestion({ conversation, ...dialog }: LeaveQuestionProps) {
  const context = useMemberContext();
  const navigate = useNavigate();
  const { mutateAsync } = useMutation({
    mutationFn: () =>
      call(context.api.sos[':sosId'].leave.$post({ param: { sosId: ownerId(conversation) } })),
    onSuccess: async () => {
      await navigate(paths.chat(), { replace: true });
      forgetConversation(context, ownerId(conversation));
      forgetUnsent(context.memberId, conversation.id);
      toast.success('Tu as quitté la conversation.', { shownByPage: true });
    },
    onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Quitter la conversation ?"
      description="Ta place se libère pour quelqu’un d’autre et tu ne verras plus les messages. Tes messages sont conservés."
      confirmLabel="Quitter la conversation"
      destructive
      onConfirm={() => mutateAsync()}
    />
  );
}
