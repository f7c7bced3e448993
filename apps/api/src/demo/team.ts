import { randomUUID } from 'node:crypto';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq } from 'drizzle-orm';
import { warnMember } from '../admin/cases/measures.ts';
import { sendContactMessage } from '../contact/contact.ts';
import { messages, participants } from '../conversations/tables.ts';
import { consentToDraft, participantsOf } from '../knowledge/drafts.ts';
import { applyApproval, applyRejection } from '../knowledge/moderation.ts';
import { sosSummaries } from '../knowledge/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { contestDecision } from '../reports/contests.ts';
import { ownDecisions } from '../reports/decisions.ts';
import { report } from '../reports/reports.ts';
import { DEMO_DESK, type DemoArticle, type DemoLetter, type DemoReport } from './data.ts';

export const MODERATED_AFTER_MS = 3 * 3_600_000;

export async function moderate(
  deps: Deps,
  administrator: Viewer,
  sosId: string,
  article: DemoArticle,
): Promise<void> {
  const [summary] = await deps.db.orm
    .select({ id: sosSummaries.id, createdAt: sosSummaries.createdAt })
    .from(sosSummaries)
    .where(eq(sosSummaries.sosRequestId, sosId));
  if (!summary) return;
  const seen = iso(summary.createdAt);
  for (const id of await participantsOf(deps.db.orm, sosId))
    await consentToDraft(deps, { ...administrator, id, role: 'member' }, sosId, { seen });
  await deps.db.write((tx) =>
    article === 'rejected'
      ? applyRejection(tx, deps, administrator, summary.id)
      : applyApproval(tx, deps, administrator, summary.id, article),
  );
}

/** `at` sets the demo's clock. */
export async function writeToTheTeam(
  deps: Deps,
  at: (hoursAgo: number) => void,
  named: (firstName: string) => Viewer,
  administrator: Viewer,
): Promise<void> {
  const events = [
    { hoursAgo: 60, happen: () => warn(deps, administrator, named('Vincent')) },
    { hoursAgo: 20, happen: () => contest(deps, named('Vincent')) },
    { hoursAgo: 3, happen: () => fileOnMessage(deps, named('Romain'), named('Hugo')) },
    ...DEMO_DESK.reports.map(({ hoursAgo, ...report }) => ({
      hoursAgo,
      happen: () => file(deps, named, report),
    })),
    ...DEMO_DESK.letters.map(({ hoursAgo, ...letter }) => ({
      hoursAgo,
      happen: () => post(deps, named, letter),
    })),
  ];
  for (const { hoursAgo, happen } of events.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
    at(hoursAgo);
    await happen();
  }
}

async function file(
  deps: Deps,
  named: (firstName: string) => Viewer,
  { reporter, reported, reason, description }: Omit<DemoReport, 'hoursAgo'>,
): Promise<void> {
  const text = { id: randomUUID(), reason, description };
  await report(deps, named(reporter), 'member', named(reported).id, text);
}

/** Reports the author's last message in a conversation of both. */
async function fileOnMessage(deps: Deps, reporter: Viewer, author: Viewer): Promise<void> {
  const [message] = await deps.db.orm
    .select({ id: messages.id })
    .from(participants)
    .innerJoin(messages, eq(messages.conversationId, participants.conversationId))
    .where(
      and(
        eq(participants.userId, reporter.id),
        eq(participants.isActive, true),
        eq(messages.senderId, author.id),
        eq(messages.kind, 'text'),
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(1);
  if (!message) return;
  const description = 'Il recopie le conseil d’une autre boutique, mot pour mot, sans le dire.';
  await report(deps, reporter, 'message', message.id, { id: randomUUID(), reason: 'other', description });
}

async function warn(deps: Deps, administrator: Viewer, member: Viewer): Promise<void> {
  const reason = 'Deux messages proposaient une prestation payante à des membres qui demandaient de l’aide.';
  await warnMember.perform(deps, administrator, { userId: member.id }, { rule: 'solicitation', reason });
}

async function contest(deps: Deps, member: Viewer): Promise<void> {
  const [decision] = await ownDecisions(deps, member);
  const text =
    'Je répondais à une question sur mes tarifs, posée dans la conversation. Je n’ai démarché personne.';
  if (decision?.contestToken) await contestDecision(deps, { token: decision.contestToken, text });
}

async function post(
  deps: Deps,
  named: (firstName: string) => Viewer,
  { member, ...letter }: Omit<DemoLetter, 'hoursAgo'>,
): Promise<void> {
  const viewer = member ? named(member) : null;
  await sendContactMessage(deps, viewer, { id: randomUUID(), homepage: '', right: null, ...letter });
}
