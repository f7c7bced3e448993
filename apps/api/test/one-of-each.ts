import { randomUUID } from 'node:crypto';
import { PERIODS, periodBefore } from '@guilde/contracts/retention/periods.ts';
import { eq } from 'drizzle-orm';
import { memberNotes } from '../src/admin/tables.ts';
import { announcements } from '../src/announcements/tables.ts';
import {
  apiKeys,
  emailChanges,
  members,
  pendingSignIns,
  securityEvents,
  sessions,
  signInCodes,
  usedChallenges,
  verifications,
} from '../src/auth/tables.ts';
import { benchmarkAnswers, benchmarkParts, benchmarkWaves } from '../src/benchmarks/tables.ts';
import { contactMessages } from '../src/contact/tables.ts';
import { messageVersions } from '../src/conversations/tables.ts';
import { dealInterests, deals } from '../src/deals/tables.ts';
import { calendarLinks, events } from '../src/events/tables.ts';
import { files } from '../src/files/tables.ts';
import { incidents } from '../src/incidents/tables.ts';
import { accessLinks, accessRequests } from '../src/invitations/access/tables.ts';
import { invitations } from '../src/invitations/tables.ts';
import { notices } from '../src/notices/tables.ts';
import { recordAct } from '../src/platform/audit.ts';
import { bouncedAddresses, erasures, jobs, outbox, sentMails } from '../src/platform/database/tables.ts';
import { certificationEvidence } from '../src/profiles/tables.ts';
import { cases, reports } from '../src/reports/tables.ts';
import { sosAlerts } from '../src/sos/tables.ts';
import { webhookDeliveries, webhooks } from '../src/webhooks/tables.ts';
import type { Client } from './client.ts';
import { dealRow } from './deal-rows.ts';
import { meeting } from './event-scenes.ts';
import type { Guilde } from './harness.ts';

type Scene = { guilde: Guilde; client: Client; messageId: string; sosId: string };

/** Stores a row of each kind with this time, and an account that is used for the last time. */
export async function storeOneOfEach({ guilde: { deps }, client, messageId, sosId }: Scene, now: number) {
  const { orm } = deps.db;
  const id = randomUUID();
  const [userId, memberId] = [client.id, client.id];
  const [createdAt, until, expiresAt] = [now, now, now];
  const at = { createdAt: new Date(now), updatedAt: new Date(now) };
  const ends = new Date(periodBefore({ days: -PERIODS.sessions.days }, now));
  const takenBack = periodBefore({ days: -PERIODS.emailChanges.days }, now);
  await orm.insert(members).values({ id, email: `${id}@exemple.fr`, lastUsedAt: now, ...at });
  await orm.insert(sessions).values({ id, userId, token: id, expiresAt: ends, ...at });
  await orm.update(members).set({ lastUsedAt: now }).where(eq(members.id, id));
  await orm.insert(signInCodes).values({ id, userId, codeHash: id, attemptsLeft: 1, createdAt, expiresAt });
  await orm.insert(pendingSignIns).values({ id, userId, attemptsLeft: 1, createdAt, expiresAt });
  await orm.insert(usedChallenges).values({ id, expiresAt });
  await orm
    .insert(verifications)
    .values({ id, identifier: id, value: userId, expiresAt: new Date(now), ...at });
  const addresses = { oldEmail: 'avant@exemple.fr', newEmail: 'apres@exemple.fr', tokenHash: id };
  await orm
    .insert(emailChanges)
    .values({ id, userId, sessionId: id, ...addresses, createdAt, expiresAt: takenBack });
  const key = { ownerId: userId, name: 'Automate', tokenHash: id, scopes: [] };
  await orm.insert(apiKeys).values({ id, ...key, createdAt, expiresAt });
  await orm.insert(securityEvents).values({ kind: 'sign-in', createdAt });
  await orm.insert(notices).values({ id, memberId, kind: 'message', subject: id, createdAt, until });
  await orm
    .insert(invitations)
    .values({ id, email: `${id}@exemple.fr`, tokenHash: id, createdAt, expiresAt });
  const link = { id, code: id, groupName: 'Marchands', usesMax: 1, endsAt: now, createdAt };
  await orm.insert(accessLinks).values(link);
  const asked = {
    linkId: id,
    firstName: 'Marc',
    lastName: 'Petit',
    nameKey: 'marc petit',
    siren: '1',
    storeUrl: 'x',
    createdAt,
  };
  await orm.insert(accessRequests).values([
    { id, ...asked, email: 'marc@exemple.fr' },
    { id: `${id}-decided`, ...asked, status: 'refused', decidedAt: now },
  ]);
  await orm.insert(files).values({ id, key: id, name: 'a.pdf', bytes: 1, storedBytes: 1, createdAt });
  await orm
    .insert(certificationEvidence)
    .values({ userId: id, reason: 'Motif', askedAt: now, waitsFrom: now });
  await orm.insert(messageVersions).values({ messageId, revision: now, content: 'Avant', replacedAt: now });
  await orm.insert(sosAlerts).values({ sosId, memberId, wave: 1, createdAt }).onConflictDoNothing();
  const written = { subject: 'Objet', message: 'Texte', name: 'Alice', email: 'alice@exemple.fr' };
  await orm.insert(contactMessages).values({ id, ...written, createdAt, updatedAt: now });
  await orm
    .insert(memberNotes)
    .values({ id, memberId: id, authorId: userId, authorName: 'Nina', text: 'Note', createdAt });
  await orm
    .insert(reports)
    .values({ id, reason: 'spam', description: 'Texte', status: 'resolved', createdAt, decidedAt: now });
  const job = { kind: 'mail.send', payload: '', runAt: now, createdAt };
  await orm.insert(jobs).values({ id, ...job, failedAt: now });
  await orm.insert(jobs).values({ id: `${id}-done`, ...job, doneAt: now });
  await orm
    .insert(outbox)
    .values({ id, recipient: 'alice@exemple.fr', subject: 'Objet', html: '', text: '', createdAt });
  await orm.insert(bouncedAddresses).values({ addressHash: id, bouncedAt: now });
  await orm.insert(cases).values({ id, openedAt: now, closedAt: now });
  await orm.insert(events).values({ ...meeting(id, now), createdAt, updatedAt: createdAt });
  await orm.insert(deals).values({ ...dealRow(id, memberId, now), status: 'cancelled', endedAt: now });
  await orm.insert(dealInterests).values({ dealId: id, memberId, createdAt });
  const proof = { key: id, name: 'devis.pdf', bytes: 1, storedBytes: 1, createdAt };
  await orm.insert(files).values({ id: `${id}-proof`, dealId: id, ...proof });
  await orm.insert(calendarLinks).values({ memberId, tokenHash: id, createdAt, lastReadAt: now });
  const wave = { quarter: '2026-1', opensAt: 1, closesAt: 2, publishesAt: 3 };
  await orm.insert(benchmarkWaves).values(wave).onConflictDoNothing();
  const given = { quarter: wave.quarter, memberId, metric: 'basket' as const };
  const erasedAt = periodBefore({ days: -PERIODS.benchmarkAnswers.days }, now);
  await orm
    .insert(benchmarkAnswers)
    .values({ ...given, value: 60_00, fromExport: false, keep: false, erasedAt });
  await orm.insert(benchmarkParts).values({ ...given, cells: [], far: 0, publishedAt: now });
  await orm.insert(incidents).values({
    id,
    tool: 'shopify',
    since: now,
    proposedAt: now,
    lastActivityAt: now,
    endedAt: now,
    end: 'quiet',
  });
  const announcement = {
    title: 'Annonce',
    text: 'Texte',
    audience: 'everyone',
    push: false,
    mail: false,
  } as const;
  await orm
    .insert(announcements)
    .values({ id, ...announcement, authorName: 'Nina', createdAt, scheduledAt: now, sentAt: now });
  await orm.insert(webhooks).values({ id, url: 'https://exemple.fr', events: [], secret: '', createdAt });
  const delivery = { webhookId: id, event: 'member.left', subjectId: id, state: 'failed' } as const;
  await orm.insert(webhookDeliveries).values({ id, ...delivery, createdAt });
  await orm.insert(erasures).values({ id, erasedAt: now });
  await orm.insert(sentMails).values({ kind: 'code', mailbox: id, sentAt: now });
  const subject = { type: 'user', id, label: 'Quelqu’un' };
  const clock = { ...deps.clock, now: () => now };
  await deps.db.write((tx) =>
    recordAct(tx, { ...deps, clock }, { id, name: 'Nina' }, { action: 'user.read', subject }),
  );
}
