import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { memberName, optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import {
  isEnded,
  SOS_CATEGORIES,
  SOS_STATUSES,
  type Sos,
  type SosStatus,
} from '@guilde/contracts/sos/rules.ts';
import { formatAge, plural } from '../kit/format.ts';
import { isStillUrgent } from './sos-badges.tsx';

/** Specialties that repeat the category are left out. */
export function topicsOf(sos: Sos): { category: string; others: string[] } {
  const category = optionLabel(SOS_CATEGORIES, sos.category);
  const labels = sos.specialties.map((id) => optionLabel(SPECIALTIES, id));
  return { category, others: labels.filter((label) => !label.startsWith(category)) };
}

/** « 4 places libres »: the requester has a seat even before the first reply. */
export function seatsText({ conversation }: Pick<Sos, 'conversation'>): string {
  const { currentParticipants, maxParticipants } = conversation ?? {};
  const free = (maxParticipants ?? MAX_PARTICIPANTS) - (currentParticipants ?? 1);
  return free > 0 ? plural(free, 'place libre', 'places libres') : 'Complet';
}

/**
 * `aria-describedby` references it by `id`, because screen readers read badges and figures without the
 * spaces between them. `status` is the one shown on the card.
 */
export function SosAriaDescription({
  id,
  sos,
  status = sos.status,
}: {
  id: string;
  sos: Sos;
  status?: SosStatus;
}) {
  return (
    <span id={id} hidden>
      {sentences(sos, status)
        .map((sentence) => `${sentence}.`)
        .join(' ')}
    </span>
  );
}

function sentences(sos: Sos, status: SosStatus): string[] {
  const { author, filesCount, createdAt } = sos;
  const { category, others } = topicsOf(sos);
  return [
    ...(isStillUrgent(sos) ? ['Urgent'] : []),
    others.length > 0 ? `${category}, spécialités recherchées\u00a0: ${others.join(', ')}` : category,
    optionLabel(SOS_STATUSES, status),
    [memberName(author), author?.isCertified && 'Certifié', author?.storeName].filter(Boolean).join(', '),
    ...(isEnded(sos) ? [] : [seatsText(sos)]),
    ...(filesCount > 0 ? [plural(filesCount, 'fichier')] : []),
    `Il y a ${formatAge(createdAt).replace('< 1h', 'moins d’une heure')}`,
  ];
}
