import type { Role } from '@guilde/contracts/viewer.ts';
import type { AdminTab } from '../paths.ts';

export type AdminPage = { tab: AdminTab; view?: string; label: string; isForModerators?: true };

type Entry = { id: string; label: string; pages: readonly AdminPage[] };

/** The address names the page, because mails link to it (docs/specification.md#back-office). */
const ENTRIES: readonly Entry[] = [
  {
    id: 'waiting',
    label: 'À traiter',
    pages: [
      { tab: 'queue', label: 'File d’attente', isForModerators: true },
      { tab: 'contact', label: 'Contact', isForModerators: true },
    ],
  },
  {
    id: 'members',
    label: 'Membres',
    pages: [
      { tab: 'users', label: 'Tous les utilisateurs' },
      { tab: 'users', view: 'reported', label: 'Utilisateurs signalés', isForModerators: true },
      { tab: 'invitations', label: 'Invitations' },
      { tab: 'invitations', view: 'bulk', label: 'Inviter en nombre' },
      { tab: 'invitations', view: 'access', label: 'Liens d’accès' },
      { tab: 'invitations', view: 'tree', label: 'Qui a parrainé qui' },
    ],
  },
  {
    id: 'contents',
    label: 'Contenus',
    pages: [
      { tab: 'summaries', label: 'Résumés', isForModerators: true },
      { tab: 'sos', label: 'SOS' },
      { tab: 'messages', label: 'Messages' },
      { tab: 'incidents', label: 'Pannes' },
      { tab: 'events', label: 'Événements' },
    ],
  },
  {
    id: 'community',
    label: 'Communauté',
    pages: [
      { tab: 'announcements', label: 'Annonces' },
      { tab: 'overview', label: 'Chiffres et réglages' },
      { tab: 'integrations', label: 'Intégrations' },
    ],
  },
  {
    id: 'journal',
    label: 'Journal',
    pages: [
      { tab: 'journal', label: 'Actes' },
      { tab: 'journal', view: 'security', label: 'Sécurité' },
    ],
  },
];

/** Returns the entries with the pages that the role may open. An entry with one page has its name. */
export function entriesFor(role: Role, hasEvents: boolean): Entry[] {
  return ENTRIES.flatMap((entry) => {
    const pages = entry.pages.filter(
      ({ tab, isForModerators }) => (role === 'admin' || isForModerators) && (tab !== 'events' || hasEvents),
    );
    const [first, second] = pages;
    return first ? [{ ...entry, label: second ? entry.label : first.label, pages }] : [];
  });
}

/** Returns the page of a view, or the first one of the tab. */
export function pageIn(
  entries: readonly Entry[],
  tab: string | null | undefined,
  view: string | null,
): AdminPage | undefined {
  const pages = entries.flatMap((entry) => entry.pages).filter((page) => page.tab === tab);
  return pages.find((page) => page.view === view) ?? pages[0];
}
