import { optionLabel } from '@guilde/contracts/profiles.ts';
import {
  isEnded,
  SOS_CATEGORIES,
  SOS_STATUSES,
  type Sos,
  type SosCategory,
  type SosStatus,
} from '@guilde/contracts/sos.ts';
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
import { Badge, type BadgeTone } from '../kit/badge.tsx';

const statusTones: Record<SosStatus, BadgeTone> = {
  open: 'warning',
  in_progress: 'primary',
  resolved: 'success',
  closed: 'neutral',
};

export function StatusBadge({ status }: { status: SosStatus }) {
  return (
    <Badge tone={statusTones[status]} dot>
      {optionLabel(SOS_STATUSES, status)}
    </Badge>
  );
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
  return <Icon aria-hidden strokeWidth={1.75} />;
}

export function CategoryBadge({ category }: { category: SosCategory }) {
  return (
    <Badge>
      <CategoryIcon category={category} />
      {optionLabel(SOS_CATEGORIES, category)}
    </Badge>
  );
}

/** What is over is no longer urgent. */
export function isPressing(sos: Pick<Sos, 'isUrgent' | 'status'>): boolean {
  return sos.isUrgent && !isEnded(sos);
}

export function UrgentBadge() {
  return (
    <Badge tone="accent" dot>
      Urgent
    </Badge>
  );
}
