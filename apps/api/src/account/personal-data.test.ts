import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, openChat, REMOVAL, sendText } from '../../test/scenes.ts';
import { longText, uploaded } from '../../test/uploads.ts';
import { sessions } from '../auth/tables.ts';
import { sosSummaries } from '../knowledge/tables.ts';
import { sosOutcomes } from '../outcomes/tables.ts';
import { csv } from '../platform/csv.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterAll(() => guilde.close());

async function archiveOf(client: Client) {
  const answer = await client.request('/api/account/personal-data');
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return { answer, files, text, data: JSON.parse(text('donnees.json')) };
}

test('a member takes all personal data along in one archive', async () => {
  const { sos, conversation } = await openChat(claire, karim);
  granted(await claire.post(`/api/sos/${sos.id}/help-requests`, { memberId: (await guilde.as('nina')).id }));
  await sendText(claire, conversation.id, 'Bonjour ; voici « mon » problème');
  await sendText(karim, conversation.id, 'Réponse de Karim');
  const ratings = [{ memberId: karim.id, rating: 4, comment: 'Très clair' }];
  await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings });
  await claire.post('/api/invitations', { vouched: true, email: 'invitee@exemple.fr' });
  const form = new FormData();
  const photo = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } });
  form.append('file', new File([new Uint8Array(await photo.png().toBuffer())], 'photo.png'));
  await claire.request('/api/profile/avatar', { method: 'PUT', body: form });

  const { body: profile } = await karim.get<{ id: string }>('/api/profile');
  const report = { id: randomUUID(), reportedUserId: profile.id, reason: 'spam', description: 'Démarchage' };
  await claire.post('/api/reports', report);
  const message = { name: 'Claire M.', subject: 'Ma facture', message: 'Où la trouver ?' };
  const contactId = randomUUID();
  await claire.post('/api/contact', { id: contactId, email: 'compta@exemple.fr', ...message });
  const reply = { id: randomUUID(), text: 'Dans votre espace client.' };
  await (await guilde.as('nina')).post(`/api/admin/contact/${contactId}/answers`, reply);

  const { db, bounces } = guilde.deps;
  await bounces.record(claire.email, guilde.clock.now());
  const approved = await storeArticle(guilde.deps, { title: 'Compte suspendu', category: 'ads' });
  const withdrawn = await storeArticle(guilde.deps, { title: 'Pas encore relu', category: 'ads' });
  for (const id of [approved, withdrawn])
    await claire.post(`/api/knowledge/${id}/openings`, { draftId: randomUUID() });
  granted(await claire.put(`/api/knowledge/${approved}/worked`));
  const asked = { sosRequestId: sos.id, afterDays: 7 as const, askedAt: guilde.clock.now() };
  await db.orm.insert(sosOutcomes).values(asked);
  granted(await claire.post(`/api/outcomes/${sos.id}/answers`, { answer: 'partly' }));
  await db.orm.update(sosSummaries).set({ status: 'pending' }).where(eq(sosSummaries.id, withdrawn));

  await guilde.visitor().post('/api/auth/sign-in', { email: claire.email, password: 'pas-le-bon' });

  const { answer, files, text, data } = await archiveOf(claire);
  expect(data.emailBouncedSince).toEqual(expect.any(String));
  expect(data.articlesOpened).toMatchObject([
    { article: 'Compte suspendu', openedAt: expect.stringMatching(/^2026-11-17T09:/) },
    { article: null },
  ]);
  expect(data.articlesThatWorked).toMatchObject([{ article: 'Compte suspendu' }]);
  expect(data.outcomes).toMatchObject([{ sos: sos.title, afterDays: 7, answer: 'partly', comment: '' }]);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="guilde-mes-donnees.zip"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(Object.keys(files).sort()).toEqual(['donnees.json', 'lisez-moi.txt', 'messages.csv', 'photo.webp']);
  expect((await sharp(Buffer.from(files['photo.webp'] ?? [])).metadata()).format).toBe('webp');
  expect(data.account).toMatchObject({
    id: claire.id,
    email: claire.email,
    role: 'member',
    sponsor: 'Nina Roche',
    emailConfirmed: true,
  });
  expect(data.profile).toMatchObject({ firstName: 'Claire', storeName: 'Atelier Nord' });
  expect(data.sos).toMatchObject([
    { id: sos.id, title: sos.title, description: sos.description, status: 'resolved' },
  ]);
  // The archive has nothing that the author does not see in Guilde, such as a column of the search.
  const shown = granted(await claire.get<object>(`/api/sos/${sos.id}`));
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(data.sos[0])));
  const at = expect.stringMatching(/^2026-11-17T/);
  expect(data.helpRequestsSent).toEqual([{ sos: sos.title, member: 'Nina Roche', createdAt: at }]);
  expect(data.helpRequestsReceived).toEqual([]);
  const invited = await archiveOf(await guilde.as('nina'));
  expect(invited.data.helpRequestsReceived).toEqual([{ sos: sos.title, createdAt: at }]);
  expect(invited.data.helpRequestsSent).toEqual([]);
  expect(data.messages).toMatchObject([{ sos: sos.title, content: 'Bonjour ; voici « mon » problème' }]);
  expect(data.conversations).toMatchObject([{ title: sos.title, role: 'requester' }]);
  expect(data.ratingsGiven).toMatchObject([
    { sos: sos.title, member: 'Karim Benali', rating: 4, comment: 'Très clair' },
  ]);
  expect(data.invitations).toMatchObject([{ email: 'invitee@exemple.fr', status: 'pending' }]);
  expect(data.settings).toMatchObject({ emailUnread: true, quietHours: null });
  expect(data.reportsMade).toMatchObject([
    { member: 'Karim Benali', reason: 'spam', description: 'Démarchage' },
  ]);
  expect(data.contactMessages).toMatchObject([
    { ...message, email: 'compta@exemple.fr', answers: [{ text: 'Dans votre espace client.' }] },
  ]);
  expect(data.sessions).toMatchObject([{ current: true }]);
  expect(data.securityLog).toContainEqual(expect.objectContaining({ event: 'Connexion refusée' }));
  expect(text('messages.csv')).toContain('"Bonjour ; voici « mon » problème"');
  expect(text('messages.csv')).toMatch(/"17\/11\/2026 10:\d\d:\d\d"/);
});

test('the archive has the files that its member sent, under readable names, and no others', async () => {
  const hugo = await guilde.as('hugo');
  const capture = await uploaded(hugo, '/api/sos/files', { name: 'capture.png' });
  const again = await uploaded(hugo, '/api/sos/files', { name: 'capture.png' });
  await uploaded(hugo, '/api/sos/files', { name: 'brouillon.txt', bytes: longText(40) });
  const { sos, conversation } = await openChat(hugo, karim);
  const { description } = sos;
  const named = { title: 'Ads : ../compte / suspendu ?', description, files: [capture.id, again.id] };
  granted(await hugo.put(`/api/sos/${sos.id}`, named));
  const place = `/api/conversations/${conversation.id}`;
  const table = longText(700_000);
  const sent = await uploaded(hugo, `${place}/files`, { name: 'ventes.csv', bytes: table });
  const his = await uploaded(karim, `${place}/files`, { name: 'réponse.csv', bytes: longText(30) });
  for (const [client, file] of [
    [hugo, sent],
    [karim, his],
  ] as const)
    granted(await client.post(`${place}/messages`, { id: randomUUID(), content: '', files: [file.id] }));
  const { files, data } = await archiveOf(hugo);
  const folder = 'fichiers/Ads .. compte suspendu/2026-11-17';
  const paths = [
    `${folder} capture.webp`,
    `${folder} capture (2).webp`,
    'fichiers/Pas encore envoyés/2026-11-17 brouillon.txt',
    `${folder} ventes.csv`,
  ];
  expect(Object.keys(files).filter((name) => name.startsWith('fichiers/'))).toEqual(paths);
  expect(data.files.map(({ path }: { path: string }) => path)).toEqual(paths);
  expect(files[`${folder} ventes.csv`]).toEqual(table);
  const shown = await hugo.request(`/api/sos/${sos.id}/files/${capture.id}/full`);
  expect(files[`${folder} capture.webp`]).toEqual(new Uint8Array(await shown.arrayBuffer()));
});

test('the archive holds neither secrets nor what others said or who rated', async () => {
  const { files, data } = await archiveOf(karim);
  const everything = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  expect(data.ratingsReceived).toMatchObject([{ rating: 4, comment: 'Très clair' }]);
  expect(everything).not.toContain('Claire');
  expect(everything).not.toContain('mon » problème');
  expect(everything).not.toContain('Démarchage');
  expect(data.reportsMade).toEqual([]);
  expect(everything).not.toContain('argon2');
  expect(everything).not.toContain(PASSWORD);
  for (const { token } of await guilde.deps.db.orm.select().from(sessions))
    expect(everything).not.toContain(token);
  expect(Object.keys(files)).not.toContain('photo.webp');
});

test('the archive tells what the team decided about the member, and why where the member was told; never of reports', async () => {
  const nina = await guilde.as('nina');
  const zoe = await guilde.as('zoe');
  const { sos, conversation } = await openChat(zoe, karim);
  const { id } = await sendText(zoe, conversation.id, 'À retirer');
  const other = await sendText(karim, conversation.id, 'De Karim, à retirer aussi');
  const report = { id: randomUUID(), reportedUserId: zoe.id, reason: 'spam', description: 'Démarchage' };
  granted(await karim.post('/api/reports', report));
  granted(
    await nina.post(`/api/admin/reports/${report.id}/decide`, { decision: 'resolved', reason: 'Vrai.' }),
  );
  for (const message of [id, other.id])
    granted(await nina.post(`/api/admin/messages/${message}/delete`, REMOVAL));
  granted(await nina.put(`/api/admin/sos/${sos.id}/status`, { status: 'closed', reason: 'Karim encore.' }));
  granted(
    await nina.post(`/api/admin/users/${zoe.id}/suspend`, {
      reason: 'Démarchage répété.',
      rule: 'solicitation',
    }),
  );
  granted(await nina.post(`/api/admin/users/${zoe.id}/restore`, { reason: 'Réponse reçue.' }));
  const again = guilde.visitor();
  granted(await again.post('/api/auth/sign-in', { email: zoe.email, password: PASSWORD }));
  const { data } = await archiveOf(again);
  const at = expect.stringMatching(/^2026-11-17T/);
  expect(data.decisionsAboutYou).toEqual([
    { decision: 'Message supprimé', about: expect.stringContaining('Zoé'), reason: null, decidedAt: at },
    { decision: 'Statut de SOS changé', about: sos.title, reason: null, decidedAt: at },
    { decision: 'Membre suspendu', about: null, reason: 'Démarchage répété.', decidedAt: at },
    { decision: 'Membre rétabli', about: null, reason: 'Réponse reçue.', decidedAt: at },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/Signalement|Nina Roche a|plaint|Vrai/);
  granted(await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL));
  expect((await archiveOf(again)).data.decisionsAboutYou).toContainEqual({
    decision: 'SOS supprimé',
    about: sos.title,
    reason: null,
    decidedAt: at,
  });
  expect((await archiveOf(nina)).data.administrativeActs).toContainEqual({
    act: 'Membre suspendu',
    doneAt: at,
  });
  expect(data.administrativeActs).toEqual([]);
});

test('whoever has an account gets an archive, complete profile or not; a visitor does not', async () => {
  const { data } = await archiveOf(await guilde.as('theo'));
  expect(data).toMatchObject({ profile: { firstName: '' }, messages: [], sos: [], ratingsGiven: [] });
  expect((await guilde.visitor().get('/api/account/personal-data')).status).toBe(401);
});

test('a spreadsheet reads every cell as text', () => {
  expect(
    csv([
      ['=1+1', '-2', 'a "b"', 'x\ny'],
      ['@x', '+3'],
    ]),
  ).toBe('\uFEFF"\'=1+1";"\'-2";"a ""b""";"x\ny"\r\n"\'@x";"\'+3"\r\n');
});
