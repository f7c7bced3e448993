import { randomUUID } from 'node:crypto';
import type { DataRight } from '@guilde/contracts/data-rights.ts';
import type { ReportReason } from '@guilde/contracts/reports.ts';
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
import { reportMember, reportMessage } from '../reports/reports.ts';
import type { DemoArticle } from './story.ts';

export const MODERATED_AFTER_MS = 3 * 3_600_000;

type DemoReport = {
  reporter: string;
  reported: string;
  reason: ReportReason;
  description: string;
  hoursAgo: number;
};

const REPORTS: DemoReport[] = [
  {
    reporter: 'Lucie',
    reported: 'Vincent',
    reason: 'spam',
    description:
      'Trois messages de suite pour me vendre son outil de relance, alors que je demandais un avis.',
    hoursAgo: 70,
  },
  {
    reporter: 'Camille',
    reported: 'Vincent',
    reason: 'violation_rules',
    description: 'Propose ses services contre rémunération dans deux conversations.',
    hoursAgo: 46,
  },
  {
    reporter: 'Hugo',
    reported: 'Gabriel',
    reason: 'fake_profile',
    description:
      'L’adresse de la boutique ne répond plus depuis un mois et le SIREN affiché est introuvable.',
    hoursAgo: 9,
  },
];

/** `member`: signed in. */
type DemoLetter = {
  member?: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  right?: DataRight;
  hoursAgo: number;
};

const LETTERS: DemoLetter[] = [
  {
    name: 'Aurélie Caron',
    email: 'aurelie.caron@exemple.fr',
    subject: 'Comment rejoindre Guilde ?',
    message:
      'Bonjour,\n\nJe vends des jeux en bois depuis 2019 et une consœur m’a parlé de vous. Comment obtenir une invitation ?\n\nBien à vous,\nAurélie Caron',
    hoursAgo: 90,
  },
  {
    member: 'Claire',
    name: 'Claire Martin',
    email: 'claire.martin@exemple.fr',
    subject: 'Recherche dans la base de connaissances',
    message: 'Bonjour, serait-il possible de filtrer les résumés par CMS ? Merci pour tout ce travail.',
    hoursAgo: 28,
  },
  {
    member: 'Claire',
    name: 'Claire Martin',
    email: 'claire.martin@exemple.fr',
    subject: 'Mes droits\u00a0: Faire limiter l’usage de mes données',
    message: 'Bonjour, je souhaite que mes SOS d’avant 2026 ne servent plus aux résumés. Merci.',
    right: 'restriction',
    hoursAgo: 50,
  },
  {
    name: 'Jean Morel',
    email: 'jean.morel@exemple.fr',
    subject: 'Partenariat transporteur',
    message:
      'Bonjour, nous proposons des tarifs négociés aux petites boutiques. À qui puis-je présenter notre offre ?',
    hoursAgo: 5,
  },
];

/** Does nothing without a summary. */
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
    ...REPORTS.map(({ hoursAgo, ...report }) => ({ hoursAgo, happen: () => file(deps, named, report) })),
    ...LETTERS.map(({ hoursAgo, ...letter }) => ({ hoursAgo, happen: () => post(deps, named, letter) })),
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
  const reportedUserId = named(reported).id;
  await reportMember(deps, named(reporter), { id: randomUUID(), reportedUserId, reason, description });
}

/** About the last message of another in a conversation of theirs. */
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
  const report = { id: randomUUID(), messageId: message.id, reason: 'other', description } as const;
  await reportMessage(deps, reporter, report);
}

async function warn(deps: Deps, administrator: Viewer, member: Viewer): Promise<void> {
  const reason = 'Deux messages proposaient une prestation payante à des membres qui demandaient de l’aide.';
  await warnMember.perform(deps, administrator, { userId: member.id }, { rule: 'solicitation', reason });
}

async function contest(deps: Deps, member: Viewer): Promise<void> {
  const [told] = await ownDecisions(deps, member);
  const text =
    'Je répondais à une question sur mes tarifs, posée dans la conversation. Je n’ai démarché personne.';
  if (told?.contestToken) await contestDecision(deps, { token: told.contestToken, text });
}

async function post(
  deps: Deps,
  named: (firstName: string) => Viewer,
  { member, ...letter }: Omit<DemoLetter, 'hoursAgo'>,
): Promise<void> {
  const viewer = member ? named(member) : null;
  await sendContactMessage(deps, viewer, { id: randomUUID(), homepage: '', right: null, ...letter });
}
