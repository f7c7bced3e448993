import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import {
  isEnded,
  SOS_CATEGORIES,
  SOS_STATUSES,
  type Sos,
  type SosCategory,
  type SosStatus,
} from '@guilde/contracts/sos/rules.ts';
import {
  CircleQuestionMark,
  type LucideIcon,
  Megaphone,
  Package,
  Scale,
  ShoppingCart,
  UsersRound,
  Wrench,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../kit/badge.tsx';
import { type State, StateBadge } from '../kit/state-badge.tsx';

export const SOS_STATES: Record<SosStatus, State> = {
  open: 'waiting',
  in_progress: 'active',
  resolved: 'done',
  closed: 'ended',
};

export function StatusBadge({ status }: { status: SosStatus }) {
  return <StateBadge state={SOS_STATES[status]}>{optionLabel(SOS_STATUSES, status)}</StateBadge>;
}

const categoryIcons: Record<SosCategory, LucideIcon> = {
  ads: Megaphone,
  conversion: ShoppingCart,
  tech: Wrench,
  sourcing: Package,
  team: UsersRound,
  legal: Scale,
  other: CircleQuestionMark,
};

export function CategoryIcon({ category }: { category: SosCategory }) {
  const Icon = categoryIcons[category];
  return <Icon />;
}

/** `children` is the label with search matches marked. */
export function CategoryBadge({ category, children }: { category: SosCategory; children?: ReactNode }) {
  return (
    <Badge>
      <CategoryIcon category={category} />
      <span>{children ?? optionLabel(SOS_CATEGORIES, category)}</span>
    </Badge>
  );
}

export function isStillUrgent(sos: Pick<Sos, 'isUrgent' | 'status'>): boolean {
  return sos.isUrgent && !isEnded(sos);
}

export function UrgentBadge() {
  return <StateBadge state="urgent">Urgent</StateBadge>;
}
