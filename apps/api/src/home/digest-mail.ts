import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { seatsOfMember } from '../conversations/reading.ts';
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

/** Resolves with null when nothing has happened that concerns the member. */
export async function digestMail(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>,
  memberId: string,
): Promise<Omit<MailContent, 'to'> | null> {
  const { orm } = deps.db;
  const since = deps.clock.now() - WEEK_MS;
  const [[profile], seats, unresolved, hidden, articles, resolved, proposed] = await Promise.all([
    orm
      .select({ specialties: profiles.specialties, firstName: profiles.firstName })
      .from(profiles)
      .where(eq(profiles.userId, memberId)),
    seatsOfMember(orm, memberId),
    unresolvedSos(orm),
    hiddenSos(orm, { id: memberId }),
    newArticles(orm).all({ writtenSince: deps.clock.now() - WRITTEN_WITHIN_MS, since }),
    orm.$count(sosRequests, gt(sosRequests.resolvedAt, since)),
    proposedEvents(orm, memberId, { since, now: deps.clock.now() }),
  ]);
  // Where somebody helps already, nobody waits.
  const visible = unresolved.filter(({ id, isHelped }) => !isHelped && !hidden.has(id));
  const waiting = matchingSos(visible, {
    id: memberId,
    specialties: profile?.specialties ?? [],
    joined: new Set(seats.flatMap(({ sosId }) => sosId ?? [])),
  });
  if (waiting.length + articles.length + proposed.length === 0) return null;
  const { url, headers } = unsubscribeLink(deps, memberId, 'digest');
  return {
    subject: subjectOf(waiting.length, articles.length, proposed.length),
    heading: 'Ta semaine sur Guilde',
    ...(profile?.firstName && { name: profile.firstName }),
    paragraphs: [
      ...sentence(waiting, (count) =>
        count > 1
          ? `${count} SOS attendent de l’aide dans tes spécialités`
          : 'Un SOS attend de l’aide dans tes spécialités',
      ),
      ...sentence(articles, (count) =>
        count > 1
          ? `${count} solutions ont rejoint la base de connaissances`
          : 'Une solution a rejoint la base de connaissances',
      ),
      ...sentence(proposed, (count) =>
        count > 1 ? 'Deux événements te concernent' : 'Un événement te concerne',
      ),
      ...(resolved > 0
        ? [
            resolved > 1
              ? `${resolved} SOS ont été résolus cette semaine.`
              : 'Un SOS a été résolu cette semaine.',
          ]
        : []),
    ],
    action: actionOf(deps.config.publicUrl, waiting.length, articles.length),
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

function actionOf(publicUrl: string, waiting: number, articles: number): { label: string; url: string } {
  if (waiting > 0) return { label: 'Voir les SOS', url: `${publicUrl}/sos?scope=matching` };
  if (articles > 0) return { label: 'Lire les solutions', url: `${publicUrl}/knowledge` };
  return { label: 'Voir les événements', url: `${publicUrl}/events` };
}

function subjectOf(waiting: number, articles: number, proposed: number): string {
  return `Ta semaine sur Guilde\u00a0: ${subjectPart(waiting, articles, proposed)}`;
}

function subjectPart(waiting: number, articles: number, proposed: number): string {
  if (waiting > 0) return `${waiting} SOS pour toi`;
  if (articles > 0) return `${articles} ${articles > 1 ? 'nouvelles solutions' : 'nouvelle solution'}`;
  return `${proposed} ${proposed > 1 ? 'événements' : 'événement'} pour toi`;
}

function sentence(found: readonly { title: string }[], beginning: (count: number) => string): string[] {
  if (found.length === 0) return [];
  const titles = found.slice(0, SHOWN).map(({ title }) => `«\u00a0${title}\u00a0»`);
  const shown = found.length > SHOWN ? [...titles, '…'] : titles;
  return [`${beginning(found.length)}\u00a0: ${shown.join(', ')}`];
}
