import type { LucideIcon } from 'lucide-react';

/** What each dot means, for screen readers; empty without one. */
export type NavDots = { joined: string; asking: string };

/** `words`: other names that people may look for it by. */
export type NavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  words?: string;
  counter?: 'unread';
  /** A dot while there is something that its member has not seen; a counter that counts takes its place. */
  dot?: keyof NavDots;
};
export type NavGroup = { label: string; items: readonly NavItem[]; teamOnly?: true };

/** `bottom`: on phones, five that fit across 320 px. */
export type Navigation = { side: readonly NavGroup[]; bottom: readonly NavItem[] };
