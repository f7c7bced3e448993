import { and, eq } from 'drizzle-orm';
import { events } from './events/tables.ts';
import { invitations } from './invitations/tables.ts';
import { sosSummaries } from './knowledge/tables.ts';
import { profiles } from './profiles/tables.ts';
import { reports } from './reports/tables.ts';
import { sosRequests } from './sos/tables.ts';
import type { WebhookSource, WebhookSources } from './webhooks/sending.ts';

const sosById: WebhookSource = async (queries, id) => {
  const isIt = eq(sosRequests.id, id);
  const [sos] = await queries.select({ title: sosRequests.title }).from(sosRequests).where(isIt);
  return sos ? { title: sos.title, path: `/sos/${id}` } : null;
};

/** A webhook carries these titles and links besides the id, and never a text, a name or an address. */
export const WEBHOOK_SOURCES: WebhookSources = {
  'member.joined': async (queries, id) => {
    const [member] = await queries
      .select({ id: profiles.userId })
      .from(profiles)
      .where(eq(profiles.userId, id));
    return member ? { path: `/profile/${id}` } : null;
  },
  'member.left': async () => ({}),
  'invitation.accepted': async (queries, id) => {
    const isIt = eq(invitations.id, id);
    const memberId = invitations.invitedUserId;
    const [invitation] = await queries.select({ memberId }).from(invitations).where(isIt);
    return invitation?.memberId ? { memberId: invitation.memberId, path: '/admin/invitations' } : null;
  },
  'sos.created': sosById,
  'sos.resolved': sosById,
  'article.published': async (queries, id) => {
    const isPublished = and(eq(sosSummaries.id, id), eq(sosSummaries.status, 'approved'));
    const [article] = await queries
      .select({ title: sosSummaries.title })
      .from(sosSummaries)
      .where(isPublished);
    return article ? { title: article.title, path: `/knowledge/${id}` } : null;
  },
  'event.published': async (queries, id) => {
    const isPublished = and(eq(events.id, id), eq(events.status, 'published'));
    const [event] = await queries.select({ title: events.title }).from(events).where(isPublished);
    return event ? { title: event.title, path: `/events/${id}` } : null;
  },
  'report.created': async (queries, id) => {
    const [report] = await queries.select({ caseId: reports.caseId }).from(reports).where(eq(reports.id, id));
    return report ? { path: `/admin/queue/report.${report.caseId}` } : null;
  },
  test: async () => ({ path: '/admin/integrations' }),
};
