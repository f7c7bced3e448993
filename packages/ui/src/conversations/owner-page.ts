import type { ConversationOwner } from '@guilde/contracts/conversations/rules.ts';
import { paths } from '../paths.ts';

/** Names the page of what a conversation belongs to, and leads there. */
export function ownerPage({ sosId, eventId, dealId }: ConversationOwner): { to: string; label: string } {
  if (sosId) return { to: paths.sosDetail(sosId), label: 'Voir le SOS' };
  return dealId
    ? { to: paths.deal(dealId), label: 'Voir le deal' }
    : { to: paths.event(eventId ?? ''), label: 'Voir la Room' };
}
