import type { ConversationOwner } from '@guilde/contracts/conversations/rules.ts';
import { paths } from '../paths.ts';

/** Names the page of what a conversation belongs to, and leads there. */
export function ownerPage({ sosId, eventId }: ConversationOwner): { to: string; label: string } {
  return sosId
    ? { to: paths.sosDetail(sosId), label: 'Voir le SOS' }
    : { to: paths.event(eventId ?? ''), label: 'Voir la Room' };
}
