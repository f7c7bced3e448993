import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { seatsOfMember } from '../conversations/reading.ts';
import { proposedDeals } from '../deals/proposed.ts';
import { proposedEvents } from '../events/proposed.ts';
import { sosSummaries } from '../knowledge/tables.ts';
import { preparedQuery } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { MailContent } from '../platform/services/mail.ts';
import { profiles } from '../profiles/tables.ts';
import { unsubscribeLink } from '../settings/unsubscribe.ts';
import { hiddenSos } from '../sos/hidden-by-blocks.ts';
import { sosRequests } from '../sos/tables.ts';
import { matchingSos, unresolvedSos } from '../sos/unresolved.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const SHOWN = 3;
/** Articles are approved soon after they are written. */
const WRITTEN_WITHIN_MS = 30 * DAY_MS;

const PARTS = [
  {
    kind: 'sos',
    beginning: (count: number) =>
      count > 1
        ? `${count} SOS attendent de l’aide dans tes spécialités`
        : 'Un SOS attend de l’aide dans tes spécialités',
    subject: (count: number) => `${count} SOS pour toi`,
    action: ['Voir les SOS', '/sos?scope=matching'],
  },
  {
    kind: 'articles',
    beginning: (count: number) =>
      count > 1
        ? `${count} solutions ont rejoint la base de connaissances`
        : 'Une solution a rejoint la base de connaissances',
    subject: (count: number) => `${count} ${count > 1 ? 'nouvelles solutions' : 'nouvelle solution'}`,
    action: ['Lire les solutions', '/knowledge'],
  },
  {
    kind: 'events',
    beginning: (count: number) => (count > 1 ? 'Deux événements te concernent' : 'Un événement te concerne'),
    subject: (count: number) => `${count} ${count > 1 ? 'événements' : 'événement'} pour toi`,
    action: ['Voir les événements', '/events'],
  },
  {
    kind: 'deals',
    beginning: (count: number) => (count > 1 ? 'Deux deals sont ouverts' : 'Un deal est ouvert'),
    subject: (count: number) => `${count} ${count > 1 ? 'deals ouverts' : 'deal ouvert'}`,
    action: ['Voir les deals', '/deals'],
  },
] as const;

/** Resolves with null when nothing has happened that concerns the member. */
export async function digestMail(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>,
  memberId: string,
): Promise<Omit<MailContent, 'to'> | null> {
  const { orm } = deps.db;
  const now = deps.clock.now();
  const since = now - WEEK_MS;
  const [[profile], seats, unresolved, hidden, articles, resolved, events, deals] = await Promise.all([
    orm
      .select({ specialties: profiles.specialties, firstName: profiles.firstName })
      .from(profiles)
      .where(eq(profiles.userId, memberId)),
    seatsOfMember(orm, memberId),
    unresolvedSos(orm),
    hiddenSos(orm, { id: memberId }),
    newArticles(orm).all({ writtenSince: now - WRITTEN_WITHIN_MS, since }),
    orm.$count(sosRequests, gt(sosRequests.resolvedAt, since)),
    proposedEvents(orm, memberId, { since, now }),
    proposedDeals(orm, memberId, { since, now }),
  ]);
  // Where somebody helps already, nobody waits.
  const visible = unresolved.filter(({ id, isHelped }) => !isHelped && !hidden.has(id));
  const waiting = matchingSos(visible, {
    id: memberId,
    specialties: profile?.specialties ?? [],
    joined: new Set(seats.flatMap(({ sosId }) => sosId ?? [])),
  });
  const found = { sos: waiting, articles, events, deals };
  const parts = PARTS.filter(({ kind }) => found[kind].length > 0);
  const [first] = parts;
  if (!first) return null;
  const [label, path] = first.action;
  const { url, headers } = unsubscribeLink(deps, memberId, 'digest');
  return {
    subject: `Ta semaine sur Guilde\u00a0: ${first.subject(found[first.kind].length)}`,
    heading: 'Ta semaine sur Guilde',
    ...(profile?.firstName && { name: profile.firstName }),
    paragraphs: [
      ...parts.map(({ kind, beginning }) => sentence(found[kind], beginning(found[kind].length))),
      ...(resolved > 0
        ? [
            resolved > 1
              ? `${resolved} SOS ont été résolus cette semaine.`
              : 'Un SOS a été résolu cette semaine.',
          ]
        : []),
    ],
    action: { label, url: `${deps.config.publicUrl}${path}` },
    footnote: 'Tu reçois cet e-mail le mardi, quand il y a du nouveau pour toi.',
    footnoteLink: { label: 'Ne plus recevoir ce récapitulatif', url },
    headers,
  };
}

const newArticles = preparedQuery((queries) =>
  queries
    .select({ title: sosSummaries.title })
    .from(sosSummaries)
    .where(
      and(
        eq(sosSummaries.status, 'approved'),
        gt(sosSummaries.createdAt, sql.placeholder('writtenSince')),
        gt(sosSummaries.moderatedAt, sql.placeholder('since')),
      ),
    )
    .orderBy(desc(sosSummaries.createdAt))
    .prepare(),
);

function sentence(found: readonly { title: string }[], beginning: string): string {
  const titles = found.slice(0, SHOWN).map(({ title }) => `«\u00a0${title}\u00a0»`);
  const shown = found.length > SHOWN ? [...titles, '…'] : titles;
  return `${beginning}\u00a0: ${shown.join(', ')}`;
}
