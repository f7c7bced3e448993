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

/** `words`: other names that people may look for it by. */
export type NavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  words?: string;
  counter?: 'unread';
};
export type NavGroup = { label: string; items: readonly NavItem[]; adminOnly?: true };

const chat: NavItem = {
  to: paths.chat(),
  label: 'Chat',
  icon: MessagesSquare,
  words: 'conversations messages',
  counter: 'unread',
};
const home: NavItem = { to: paths.home, label: 'Accueil', icon: House, words: 'tableau de bord home' };
const sos: NavItem = { to: paths.sos(), label: 'SOS', icon: LifeBuoy, words: 'aide demandes' };
const directory: NavItem = {
  to: paths.directory,
  label: 'Annuaire',
  icon: UsersRound,
  words: 'membres marchands',
};

/** Groups and names as in docs/specification.md#navigation. */
export const sideGroups: readonly NavGroup[] = [
  { label: 'Navigation', items: [home, sos, chat, directory] },
  {
    label: 'Fonctionnalités',
    items: [
      { to: paths.events, label: 'Événements', icon: CalendarDays },
      { to: paths.benchmarks, label: 'Benchmarks', icon: ChartColumn },
      { to: paths.deals, label: 'Deals', icon: Tags },
      {
        to: paths.knowledge,
        label: 'Base de connaissances',
        icon: BookOpen,
        words: 'savoirs articles résumés',
      },
    ],
  },
  {
    label: 'Informations',
    items: [{ to: paths.information(), label: "Centre d'information", icon: Info, words: 'aide' }],
  },
  {
    label: 'Administration',
    adminOnly: true,
    items: [
      { to: paths.admin(), label: 'Administration', icon: ShieldCheck, words: 'modération back-office' },
    ],
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
