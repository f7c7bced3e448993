import {
  CMS,
  MAIN_CHANNELS,
  MONTHLY_ORDERS,
  SECTORS,
  type Sector,
  SPECIALTIES,
  type Specialty,
} from '@guilde/contracts/profiles.ts';
import {
  Baby,
  Cpu,
  Dumbbell,
  HeartPulse,
  type LucideIcon,
  Package,
  Shirt,
  Sofa,
  Sparkles,
  Utensils,
} from 'lucide-react';
import type { ChoiceOption } from '../kit/choice-cards.tsx';

/** The option lists of the contracts, as cards and selects want them. */
function toChoices<V extends string>(options: readonly { id: V; label: string }[]): ChoiceOption<V>[] {
  return options.map(({ id, label }) => ({ value: id, label }));
}

const sectorIcons: Record<Sector, LucideIcon> = {
  fashion: Shirt,
  beauty: Sparkles,
  home: Sofa,
  tech: Cpu,
  sports: Dumbbell,
  kids: Baby,
  food: Utensils,
  health: HeartPulse,
  other: Package,
};

export const cmsChoices = toChoices(CMS);
export const orderChoices = toChoices(MONTHLY_ORDERS);
export const channelChoices = toChoices(MAIN_CHANNELS);
export const sectorChoices = toChoices(SECTORS).map((choice) => {
  const Icon = sectorIcons[choice.value];
  return { ...choice, icon: <Icon strokeWidth={1.75} /> };
});

/** The thirteen specialties under their three headings, in the order of the contracts. */
export const specialtyGroups: readonly { group: string; choices: ChoiceOption<Specialty>[] }[] = [
  ...Map.groupBy(SPECIALTIES, ({ group }) => group),
].map(([group, list]) => ({ group, choices: toChoices(list) }));
