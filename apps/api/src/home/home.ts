import { type Home, MATCHING_COUNTED } from '@guilde/contracts/home.ts';
import { HOME_SOS } from '@guilde/contracts/sos.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { desc, eq, sql } from 'drizzle-orm';
import { type MemberSeat, seatsOfMember } from '../conversations/reading.ts';
import { countLeft } from '../invitations/invitations.ts';
import { built } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sharedView } from '../platform/shared-views.ts';
import { topHelpers } from '../profiles/profile.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { selectSos, toSosList } from '../sos/views.ts';
import { suitable, type WaitingSos, waitingSos } from '../sos/waiting.ts';

/** The viewer's dashboard, in a constant number of statements; what all members see alike is kept until it changes. */
export async function homeOf(deps: Pick<Deps, 'db' | 'clock'>, viewer: Viewer): Promise<Home> {
  const { orm } = deps.db;
  const [seats, [profile], invitationsLeft, shared] = await Promise.all([
    seatsOfMember(orm, viewer.id),
    specialtiesOf(orm).all({ memberId: viewer.id }),
    countLeft(orm, viewer.id, deps.clock.now()),
    sharedView(orm, 'home', () => sharedPart(deps)),
  ]);
  const { waiting, ...alike } = shared;
  const joined = new Set(seats.map(({ sosId }) => sosId));
  const matching = suitable(waiting, { id: viewer.id, specialties: profile?.specialties ?? [], joined });
  return {
    unread: unreadSummary(seats),
    matching: matchingSummary(matching),
    invitationsLeft,
    ...alike,
  };
}

const specialtiesOf = built((queries) =>
  queries
    .select({ specialties: profiles.specialties })
    .from(profiles)
    .where(eq(profiles.userId, sql.placeholder('memberId')))
    .prepare(),
);

function unreadSummary(seats: readonly MemberSeat[]): Home['unread'] {
  const [most] = seats.filter(({ unread }) => unread > 0).toSorted((a, b) => b.unread - a.unread);
  return {
    total: seats.reduce((total, { unread }) => total + unread, 0),
    conversation: most ? { sosId: most.sosId, title: most.title, unread: most.unread } : null,
  };
}

function matchingSummary(matching: readonly WaitingSos[]): Home['matching'] {
  const [first] = matching;
  return {
    count: Math.min(matching.length, MATCHING_COUNTED),
    first: first ? { id: first.id, title: first.title } : null,
  };
}

const newest = built((queries) =>
  selectSos(queries).orderBy(desc(sosRequests.position)).limit(HOME_SOS).prepare(),
);

type SharedPart = Pick<Home, 'recentSos' | 'topHelpers'> & { waiting: WaitingSos[] };

async function sharedPart(deps: Pick<Deps, 'db'>): Promise<SharedPart> {
  const { orm } = deps.db;
  const [recentSos, heroes, waiting] = await Promise.all([
    newest(orm)
      .all()
      .then((rows) => toSosList(orm, rows)),
    topHelpers(deps),
    waitingSos(orm),
  ]);
  return { recentSos, topHelpers: heroes, waiting };
}
