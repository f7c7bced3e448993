import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { useMemberContext } from './member-context.ts';
import { MessageBubble } from './message-bubble.tsx';
import { useQueue } from './outgoing.ts';
import { useUnsentActions } from './sending.ts';
import { timelineOf } from './timeline.ts';

/** Shows what is not sent yet while the messages before it are not loaded. */
export function WaitingMessages({ conversation }: { conversation: Conversation }) {
  const { memberId } = useMemberContext();
  const entries = timelineOf([], useQueue(memberId, conversation.id), null);
  const { retry, discard } = useUnsentActions(conversation.id);
  if (entries.length === 0) return null;
  return (
    <ol
      aria-label="Messages à envoyer"
      className="mx-auto max-h-1/2 w-full max-w-3xl shrink-0 overflow-y-auto px-4 pb-2 md:px-5"
    >
      {entries.map(
        (entry) =>
          entry.kind === 'bubble' && (
            <li key={entry.key}>
              <MessageBubble
                conversation={conversation}
                memberId={memberId}
                bubble={entry}
                isTabStop={false}
                isMine
                author={null}
                name="Moi"
                readers={null}
                readerCount={0}
                onRetry={retry}
                onDiscard={discard}
              />
            </li>
          ),
      )}
    </ol>
  );
}
