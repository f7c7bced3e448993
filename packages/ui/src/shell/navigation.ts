import {
  BookOpen,
  CalendarDays,
  ChartColumn,
  House,
  Info,
  LifeBuoy,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  Tags,
  UsersRound,
} from 'lucide-react';
import { paths } from '../paths.ts';

export type NavItem = { to: string; label: string; icon: LucideIcon; counter?: 'unread' };
export type NavGroup = { label: string; items: readonly NavItem[]; adminOnly?: true };

const chat: NavItem = { to: paths.chat(), label: 'Chat', icon: MessagesSquare, counter: 'unread' };
const home: NavItem = { to: paths.home, label: 'Accueil', icon: House };
const sos: NavItem = { to: paths.sos(), label: 'SOS', icon: LifeBuoy };
const directory: NavItem = { to: paths.directory, label: 'Annuaire', icon: UsersRound };

/** Groups and names as in docs/specification.md#navigation. */
export const sideGroups: readonly NavGroup[] = [
  { label: 'Navigation', items: [home, sos, chat, directory] },
  {
    label: 'Fonctionnalités',
    items: [
      { to: paths.events, label: 'Événements', icon: CalendarDays },
      { to: paths.benchmarks, label: 'Benchmarks', icon: ChartColumn },
      { to: paths.deals, label: 'Deals', icon: Tags },
      { to: paths.knowledge, label: 'Base de connaissances', icon: BookOpen },
    ],
  },
  { label: 'Informations', items: [{ to: paths.information(), label: "Centre d'information", icon: Info }] },
  {
    label: 'Administration',
    adminOnly: true,
    items: [{ to: paths.admin(), label: 'Administration', icon: ShieldCheck }],
  },
];

/** On phones; short names that fit five across 320 px. One’s profile is at the top of home. */
export const bottomItems: readonly NavItem[] = [
  home,
  sos,
  chat,
  directory,
  { to: paths.knowledge, label: 'Résumés', icon: BookOpen },
];
