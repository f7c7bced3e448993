import type { Conversation, Message } from '@guilde/contracts/conversations/rules.ts';
import { DropdownMenuSeparator } from '../kit/dropdown-menu.tsx';
import { formatDateTime } from '../kit/format.ts';
import { whoReacted } from './labels.ts';
import { useMemberContext } from './member-context.ts';
import { useReactions } from './reactions.ts';

/** The keyboard and a finger find here what a pointer is shown where it rests (RGAA 7.3). */
export function MessageFacts({
  message,
  conversation,
  readers,
}: {
  message: Message;
  conversation: Conversation;
  readers: string | null;
}) {
  const { memberId } = useMemberContext();
  const { reactions } = useReactions(message);
  return (
    <>
      <DropdownMenuSeparator />
      <div className="grid max-w-64 gap-0.5 px-2.5 py-1.5 text-xs text-muted-foreground wrap-anywhere">
        <p>{`Envoyé le ${formatDateTime(message.createdAt)}`}</p>
        {message.editedAt && <p>{`Modifié le ${formatDateTime(message.editedAt)}`}</p>}
        {readers && <p>{`Vu par ${readers}`}</p>}
        {reactions.map(({ emoji, memberIds }) => (
          <p key={emoji}>{`${emoji} ${whoReacted(conversation, memberId, memberIds)}`}</p>
        ))}
      </div>
    </>
  );
}
