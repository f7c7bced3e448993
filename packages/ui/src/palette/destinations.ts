import { foldText } from '@guilde/contracts/text.ts';
import {
  BookOpen,
  CalendarDays,
  Info,
  LifeBuoy,
  type LucideIcon,
  MessagesSquare,
  Settings,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { navigation } from '../features.ts';
import { paths } from '../paths.ts';

/** `words` are other names for the destination. */
export type Destination = { path: string; label: string; icon: LucideIcon; words: string };

const INFORMATION = [
  ['faq', 'Questions fréquentes', 'FAQ aide'],
  ['contact', 'Contact', 'écrire support'],
  ['about', 'À propos', 'Guilde'],
  ['legal', 'Mentions légales', ''],
  ['privacy', 'Confidentialité', 'données personnelles RGPD'],
] as const;

export function destinationsFor(isTeam: boolean): Destination[] {
  const menu = navigation.side
    .filter((group) => isTeam || !group.teamOnly)
    .flatMap((group) => group.items)
    .map(({ to, label, icon, words = '' }) => ({ path: to, label, icon, words }));
  return [
    ...menu,
    { path: paths.profile, label: 'Mon profil', icon: UserRound, words: 'compte invitations parrainer' },
    { path: paths.settings(), label: 'Réglages', icon: Settings, words: 'paramètres notifications thème' },
    ...INFORMATION.map(([tab, label, words]) => ({ path: paths.information(tab), label, icon: Info, words })),
  ];
}

/** Every typed word begins a word of a name, whatever the accents and case. */
export function matchesTyped(typed: string, ...names: string[]): boolean {
  const known = wordsOf(names.join(' '));
  return wordsOf(typed).every((word) => known.some((name) => name.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const ICONS: [string, LucideIcon][] = [
  [paths.sos(), LifeBuoy],
  [paths.chat(), MessagesSquare],
  [paths.directory, UsersRound],
  [paths.profile, UserRound],
  [paths.knowledge, BookOpen],
  [paths.events, CalendarDays],
  [paths.admin(), ShieldCheck],
];

export function iconOf(path: string, destinations: readonly Destination[]): LucideIcon {
  const page = destinations.find((one) => one.path === path);
  return page?.icon ?? ICONS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? Info;
}
