import type { LucideIcon } from 'lucide-react';

/** `words`: other names that people may look for it by. */
export type NavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  words?: string;
  counter?: 'unread';
};
export type NavGroup = { label: string; items: readonly NavItem[]; teamOnly?: true };

/** `bottom`: on phones, five that fit across 320 px. */
export type Navigation = { side: readonly NavGroup[]; bottom: readonly NavItem[] };
