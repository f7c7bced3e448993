import {
  BookOpen,
  CalendarDays,
  ChartColumn,
  House,
  Info,
  LifeBuoy,
  Megaphone,
  MessagesSquare,
  ShieldCheck,
  Tags,
  UsersRound,
} from 'lucide-react';
import { adminEvents } from './admin/live-events.ts';
import { announcementEvents } from './announcements/data.ts';
import { accountEvents } from './auth/account.ts';
import { conversationEvents } from './conversations/live-events.ts';
import { dealEvents } from './deals/live-events.ts';
import { eventEvents } from './events/live-events.ts';
import { homeEvents } from './home/data.ts';
import { incidentEvents } from './incidents/data.ts';
import { invitationEvents } from './invitations/data.ts';
import { knowledgeEvents } from './knowledge/data.ts';
import type { LiveHandlers } from './live.ts';
import { outcomeEvents } from './outcomes/data.ts';
import { paths } from './paths.ts';
import { profileEvents } from './profiles/data.ts';
import { directoryEvents } from './profiles/directory-data.ts';
import { evidenceEvents } from './profiles/evidence-data.ts';
import { decisionEvents } from './reports/decisions.ts';
import { communityEvents } from './settings/community.ts';
import { settingsEvents } from './settings/data.ts';
import type { NavGroup, NavItem, Navigation } from './shell/navigation.ts';
import { sosEvents } from './sos/data.ts';
import { helpRequestEvents } from './sos/help-requests.ts';
import { reachEvents } from './sos/reach.ts';
import { unseenEvents } from './unseen.ts';

/** Features add these around the pages of a member; their pages are in routes.tsx, as visitors load it. */
export const liveHandlers: readonly LiveHandlers[] = [
  accountEvents,
  profileEvents,
  evidenceEvents,
  directoryEvents,
  settingsEvents,
  decisionEvents,
  communityEvents,
  invitationEvents,
  conversationEvents,
  sosEvents,
  helpRequestEvents,
  reachEvents,
  knowledgeEvents,
  outcomeEvents,
  incidentEvents,
  eventEvents,
  dealEvents,
  homeEvents,
  announcementEvents,
  unseenEvents,
  adminEvents,
];

const chat: NavItem = {
  to: paths.chat(),
  label: 'Chat',
  icon: MessagesSquare,
  words: 'conversations messages',
  counter: 'unread',
  dot: 'joined',
};
const home: NavItem = { to: paths.home, label: 'Accueil', icon: House, words: 'tableau de bord home' };
const sos: NavItem = {
  to: paths.sos(),
  label: 'SOS',
  icon: LifeBuoy,
  words: 'aide demandes',
  dot: 'asking',
};
const directory: NavItem = {
  to: paths.directory,
  label: 'Annuaire',
  icon: UsersRound,
  words: 'membres marchands',
};

/** Groups and names are those of docs/specification.md#navigation. */
const side: readonly NavGroup[] = [
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
    items: [
      { to: paths.information(), label: 'Centre d’information', icon: Info, words: 'aide' },
      { to: paths.announcements, label: 'Annonces', icon: Megaphone, words: 'équipe nouvelles' },
    ],
  },
  {
    label: 'Administration',
    teamOnly: true,
    items: [
      { to: paths.admin(), label: 'Administration', icon: ShieldCheck, words: 'modération back-office' },
    ],
  },
];

const bottom: readonly NavItem[] = [
  home,
  sos,
  chat,
  directory,
  { to: paths.knowledge, label: 'Résumés', icon: BookOpen },
];

export const navigation: Navigation = { side, bottom };
