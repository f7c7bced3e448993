import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles.ts';
import { SPECIALTIES } from '@guilde/contracts/profiles-options.ts';
import { isEnded, type Sos, type SosStatus } from '@guilde/contracts/sos.ts';
import { SOS_CATEGORIES, SOS_STATUSES } from '@guilde/contracts/sos-options.ts';
import { formatAge, plural } from '../kit/format.ts';
import { isPressing } from './sos-badges.tsx';

/** Its category, and the specialties sought that do not repeat it. */
export function topicsOf(sos: Sos): { category: string; others: string[] } {
  const category = optionLabel(SOS_CATEGORIES, sos.category);
  const labels = sos.specialties.map((id) => optionLabel(SPECIALTIES, id));
  return { category, others: labels.filter((label) => !label.startsWith(category)) };
}

/** The requester has a seat from the beginning. */
export function seatsOf({ conversation }: Pick<Sos, 'conversation'>): { taken: number; seats: number } {
  const { currentParticipants, maxParticipants } = conversation ?? {};
  return { taken: currentParticipants ?? 1, seats: maxParticipants ?? MAX_PARTICIPANTS };
}

/**
 * What a card shows in badges and figures, as sentences: what describes a link is read without the spaces and lines that
 * the eye sees. `id` is for its `aria-describedby`; `status` is the one that the card shows.
 */
export function SosInWords({ id, sos, status = sos.status }: { id: string; sos: Sos; status?: SosStatus }) {
  return (
    <span id={id} hidden>
      {sentences(sos, status)
        .map((sentence) => `${sentence}.`)
        .join(' ')}
    </span>
  );
}

function sentences(sos: Sos, status: SosStatus): string[] {
  const { author, viewsCount, createdAt } = sos;
  const { category, others } = topicsOf(sos);
  const { taken, seats } = seatsOf(sos);
  return [
    ...(isPressing(sos) ? ['Urgent'] : []),
    others.length > 0 ? `${category}, spécialités recherchées\u00a0: ${others.join(', ')}` : category,
    optionLabel(SOS_STATUSES, status),
    [memberName(author), author?.isCertified && 'Certifié', author?.storeName].filter(Boolean).join(', '),
    ...(isEnded(sos) ? [] : [`${plural(taken, 'place prise', 'places prises')} sur ${seats}`]),
    plural(viewsCount, 'vue'),
    `Il y a ${formatAge(createdAt).replace('< 1h', 'moins d’une heure')}`,
  ];
}
