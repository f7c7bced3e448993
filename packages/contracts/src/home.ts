import type { TopHelper } from './profiles.ts';
import type { Sos } from './sos.ts';

/** The dashboard in one answer: first what waits for the viewer, then what is new. */
export type Home = {
  /** The conversation with the most unread messages; null when everything is read. */
  unread: { total: number; conversation: { sosId: string; title: string; unread: number } | null };
  /** Unresolved SOS of others that need one of the viewer's specialties and that the viewer has not joined. */
  matching: { count: number; first: { id: string; title: string } | null };
  recentSos: Sos[];
  topHelpers: TopHelper[];
  invitationsLeft: number;
};
