import { randomUUID } from 'node:crypto';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { createAnnouncement } from '../admin/announcements.ts';
import { readAnnouncements } from '../announcements/announcements.ts';
import type { Deps } from '../platform/deps.ts';

type DemoAnnouncement = {
  title: string;
  text: string;
  link: string;
  hoursAgo: number;
  /** One member in so many has not read it. */
  unreadOneIn: number;
  scheduledInHours?: number;
};

const ANNOUNCEMENTS: DemoAnnouncement[] = [
  {
    title: 'La base de connaissances s’ouvre',
    text: 'Les solutions qui ont marché sont maintenant rangées dans la base de connaissances. Avant de lancer un SOS, regarde si quelqu’un l’a déjà résolu.',
    link: '/knowledge',
    hoursAgo: 20 * 24,
    unreadOneIn: 12,
  },
  {
    title: 'Rencontre à Lyon le jeudi 14',
    text: 'Une vingtaine d’entre nous se retrouvent à Lyon pour parler des fêtes de fin d’année : stocks, transporteurs, campagnes. Réponds à l’équipe par le formulaire de contact si tu veux venir.',
    link: '/contact',
    hoursAgo: 5,
    unreadOneIn: 3,
  },
  {
    title: 'Entretien de Guilde dimanche matin',
    text: 'Guilde sera arrêtée une demi-heure, dimanche entre 6 h et 7 h.',
    link: '',
    hoursAgo: 2,
    unreadOneIn: 1,
    scheduledInHours: 72,
  },
];

/** What the team has told its members. `at` moves the clock to so many hours ago. */
export async function announceToMembers(
  deps: Deps,
  at: (hoursAgo: number) => void,
  administrator: Viewer,
  members: readonly Viewer[],
): Promise<void> {
  for (const { hoursAgo, unreadOneIn, scheduledInHours, ...texts } of ANNOUNCEMENTS) {
    at(hoursAgo);
    const id = randomUUID();
    const scheduledAt = scheduledInHours
      ? new Date(deps.clock.now() + scheduledInHours * 3_600_000).toISOString()
      : null;
    const ways = { audience: 'everyone', push: true, mail: false } as const;
    await createAnnouncement.perform(deps, administrator, undefined, { id, ...texts, ...ways, scheduledAt });
    await deps.jobs.drain();
    if (scheduledAt) continue;
    // The second one is whom the demo lets sign in as a member: her banner shows.
    const readers = members.filter((_, index) => index % unreadOneIn !== 1);
    await Promise.all(readers.map((reader) => readAnnouncements(deps, reader, [id])));
  }
}
