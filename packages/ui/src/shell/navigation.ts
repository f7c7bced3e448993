import type { LucideIcon } from 'lucide-react';

/** Each text says what the dot means to screen readers, and is empty without a dot. */
export type NavDots = { joined: string; asking: string };

/** `words` are other names that people may look for it by. */
export type NavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  words?: string;
  counter?: 'unread';
  /** The dot is shown while there is something new for the member; a counter above zero replaces it. */
  dot?: keyof NavDots;
};
export type NavGroup = { label: string; items: readonly NavItem[]; teamOnly?: true };

/** On phones the member's profile follows the items of `bottom`. */
export type Navigation = { side: readonly NavGroup[]; bottom: readonly NavItem[] };
