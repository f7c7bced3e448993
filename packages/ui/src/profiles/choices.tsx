import {
  CARRIERS,
  CMS,
  MAIN_CHANNELS,
  MONTHLY_ORDERS,
  PAYMENTS,
  SECTORS,
  type Sector,
  SPECIALTIES,
  type Specialty,
} from '@guilde/contracts/profiles/rules.ts';
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
import { toOptions } from '../kit/options.ts';

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

export const cmsChoices = toOptions(CMS);
export const paymentChoices = toOptions(PAYMENTS);
export const carrierChoices = toOptions(CARRIERS);
export const orderChoices = toOptions(MONTHLY_ORDERS);
export const channelChoices = toOptions(MAIN_CHANNELS);
export const sectorChoices = toOptions(SECTORS).map((choice) => {
  const Icon = sectorIcons[choice.value];
  return { ...choice, icon: <Icon /> };
});

export const specialtyGroups: readonly { group: string; choices: ChoiceOption<Specialty>[] }[] = [
  ...Map.groupBy(SPECIALTIES, ({ group }) => group),
].map(([group, list]) => ({ group, choices: toOptions(list) }));
