import { randomUUID } from 'node:crypto';
import { REPORT_REASONS } from '@guilde/contracts/reports/rules.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { createApp } from '../src/app.ts';
import { createAuth } from '../src/auth/better-auth.ts';
import { benchmarkWaves } from '../src/benchmarks/tables.ts';
import { calendarLinks } from '../src/events/tables.ts';
import { incidents } from '../src/incidents/tables.ts';
import { accessLinks, accessRequests } from '../src/invitations/access/tables.ts';
import { outbox } from '../src/platform/database/tables.ts';
import { hashToken } from '../src/platform/secrets.ts';
import { cases } from '../src/reports/tables.ts';
import { communitySettings } from '../src/settings/tables.ts';
import { webhooks } from '../src/webhooks/tables.ts';
import { storeArticle } from './articles.ts';
import type { Client } from './client.ts';
import { opened } from './deal-scenes.ts';
import { propose } from './event-scenes.ts';
import type { Guilde } from './harness.ts';
import { granted, openChat } from './scenes.ts';
import { uploaded } from './uploads.ts';

/** Creates one of everything that a route names; the keys are the names of the parameters. */
export async function fillPlaces(
  guilde: Guilde,
  nina: Client,
  claire: Client,
  karim: Client,
): Promise<Record<string, string>> {
  const { sos, conversation } = await openChat(claire, karim);
  const address = `/api/conversations/${conversation.id}`;
  const file = await uploaded(karim, `${address}/files`);
  const sosFile = await uploaded(claire, '/api/sos/files');
  const { title, description } = sos;
  granted(await claire.put(`/api/sos/${sos.id}`, { title, description, files: [sosFile.id] }));
  const messageId = randomUUID();
  const text = { id: messageId, content: 'As-tu demandé une révision ?', files: [file.id] };
  granted(await karim.post(`${address}/messages`, text));
  const [reportId, contactId] = [randomUUID(), randomUUID()];
  const [{ id: reason }] = REPORT_REASONS;
  const report = { id: reportId, reportedUserId: karim.id, reason, description: 'Messages déplacés.' };
  granted(await claire.post('/api/reports', report));
  const advert = { id: randomUUID(), messageId, reason, description: 'Publicité.' };
  granted(await claire.post('/api/reports/messages', advert));
  const [open] = await guilde.deps.db.orm.select().from(cases).where(eq(cases.messageId, messageId));
  const letter = { name: 'Alice', email: 'alice@exemple.fr', subject: 'Question', message: 'Bonjour.' };
  granted(await guilde.visitor().post('/api/contact', { id: contactId, ...letter }));
  granted(
    await nina.post(`/api/admin/reports/${reportId}/decide`, { decision: 'dismissed', reason: 'Rien' }),
  );
  const journal = granted(await nina.get<{ items: { id: string | number }[] }>('/api/admin/journal'));
  const summaryId = await storeArticle(guilde.deps, { title: 'Révision', sosRequestId: sos.id });
  const announcementId = randomUUID();
  const words = { title: 'Entretien', text: 'Dimanche.', audience: 'everyone' };
  const delivery = { push: false, mail: false, scheduledAt: null };
  granted(await nina.post('/api/admin/announcements', { id: announcementId, ...words, ...delivery }));
  const incidentId = randomUUID();
  const moments = { since: 1, proposedAt: 1, lastActivityAt: guilde.clock.now() };
  await guilde.deps.db.orm.insert(incidents).values({ id: incidentId, tool: 'shopify', ...moments });
  granted(await nina.post(`/api/admin/users/${karim.id}/evidence`, { reason: 'Boutique fermée ?' }));
  await karim.request('/api/evidence/file?name=kbis.pdf', { method: 'PUT', body: '%PDF-1.7' });
  const webhookId = randomUUID();
  const hook = {
    id: webhookId,
    url: 'https://exemple.fr/hook',
    events: [],
    secret: 'sealed-secret-of-a-webhook',
  };
  await guilde.deps.db.orm.insert(webhooks).values({ ...hook, createdAt: 1 });
  const rows = [{ line: 1, email: 'en-nombre@exemple.fr' }];
  const list = { title: 'Liste', message: 'Bonjour.', vouched: true, rows };
  const batch = granted(await nina.put<{ id: string }>('/api/admin/invitations/batches', list));
  const linkId = randomUUID();
  const accessRequestId = randomUUID();
  const code = 'code-of-the-link';
  const { orm } = guilde.deps.db;
  const link = { id: linkId, code, groupName: 'Marchands', makerId: nina.id, usesMax: 9, createdAt: 1 };
  await orm.insert(accessLinks).values({ ...link, endsAt: guilde.clock.now() + 86_400_000 });
  const merchant = {
    firstName: 'Marc',
    lastName: 'Petit',
    email: 'marc@exemple.fr',
    nameKey: 'marc petit',
    siren: '1',
    storeUrl: 'x',
  };
  await orm
    .insert(accessRequests)
    .values({ id: accessRequestId, linkId, ...merchant, createdAt: guilde.clock.now() });
  await orm
    .insert(communitySettings)
    .values({ id: 1, voiceMessages: true, events: true, deals: true, benchmarks: true, updatedAt: 1 });
  const wave = { quarter: '2026-2', opensAt: 1, closesAt: 2, publishesAt: 3, publishedAt: 3 };
  await orm.insert(benchmarkWaves).values(wave);
  const { id: eventId } = await propose(guilde, claire);
  const dealFile = await uploaded(claire, '/api/sos/files');
  const { id: dealId } = await opened(guilde, claire, { files: [dealFile.id] });
  const now = guilde.clock.now();
  const token = 'AAAAAAAAAAAAAAAAAAAAAA';
  const calendar = { memberId: karim.id, tokenHash: hashToken(token), createdAt: now, lastReadAt: now };
  await orm.insert(calendarLinks).values(calendar);
  const mailId = randomUUID();
  const mail = { id: mailId, recipient: claire.email, subject: 's', html: 'h', text: 't', createdAt: 1 };
  await guilde.deps.db.orm.insert(outbox).values(mail);
  return {
    sosId: sos.id,
    sourceId: sos.id,
    conversationId: conversation.id,
    messageId,
    fileId: file.id,
    sosFileId: sosFile.id,
    size: 'full',
    memberId: karim.id,
    userId: karim.id,
    reportId,
    caseId: open?.id ?? '',
    contactId,
    summaryId,
    announcementId,
    incidentId,
    entryId: String(journal.items[0]?.id),
    file: await picture(claire),
    webhookId,
    batchId: batch.id,
    code,
    accessRequestId,
    eventId,
    dealId,
    dealFileId: dealFile.id,
    token: `${token}.ics`,
    quarter: wave.quarter,
    id: mailId,
  };
}

async function picture(client: Client): Promise<string> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  await client.request('/api/profile/avatar', { method: 'PUT', body: form });
  const { body } = await client.get<{ avatarUrl: string }>('/api/profile');
  return body.avatarUrl.split('/').at(-1) ?? '';
}

/** Returns every GET of the router, with its parameters filled in. */
export function routesThatRead(
  guilde: Guilde,
  places: Record<string, string>,
): { route: string; path: string }[] {
  const { routes } = createApp({ ...guilde.deps, auth: createAuth(guilde.deps) });
  const reading = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return [...new Set(reading)].map((route) => ({
    route,
    path: route.replace(/:(\w+)/g, (_, name: string) => placeOf(places, name, route)).replace('*', 'home'),
  }));
}

function placeOf(places: Record<string, string>, name: string, route: string): string {
  const place = places[name];
  if (!place) throw new Error(`${route}: this test needs to know a :${name} that exists`);
  return place;
}
