import type { AdminSummaryDetail, AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { ImportInput } from '@guilde/contracts/knowledge/import-input.ts';
import type { ImportAnswer } from '@guilde/contracts/knowledge/import-rules.ts';
import type { Article } from '@guilde/contracts/knowledge/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted } from '../../test/scenes.ts';

let guilde: Guilde;
let nina: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
});
afterEach(() => guilde.close());

const THREAD = {
  kind: 'thread' as const,
  source: 'slack' as const,
  title: 'Stripe bloque mes virements',
  category: 'tech' as const,
  day: '2025-11-24',
  names: ['Léa Roux', 'Marc'],
  messages: [
    { author: 0, text: 'Stripe bloque mes virements depuis mardi, une idée ? Écris à lea.roux@exemple.fr' },
    {
      author: 1,
      text: 'Bonjour Léa, envoie le K-bis par le tableau de bord de Stripe et relance le support.',
    },
    { author: 0, text: 'Merci Marc, les virements sont repartis après l’envoi du K-bis.' },
  ],
};
const ARTICLE: ImportInput = {
  kind: 'article',
  source: 'csv',
  title: 'Colissimo facture deux fois le retour',
  category: 'sourcing',
  day: '',
  problem: 'Le retour est facturé deux fois.',
  solution: 'Réclame avec le modèle du site. Appelle le 06 12 34 56 78.',
  points: ['Garde le numéro de dossier.'],
};

const send = async (input: ImportInput) =>
  granted(await nina.post<ImportAnswer>('/api/admin/summaries/import', input));
const detail = async (id: string | null) =>
  granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${id}`));
const pending = async () =>
  granted(await nina.get<AdminSummaryPage>('/api/admin/summaries?status=pending')).items;

it('makes a masked draft of a thread, keeps none of its messages, and stores it once', async () => {
  const before = (await pending()).length;
  const answers = await Promise.all([send(THREAD), send(THREAD), send({ ...THREAD, title: 'Autre titre' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['imported', 'known', 'known']);
  expect(new Set(answers.map(({ summaryId }) => summaryId)).size).toBe(1);
  expect(await pending()).toHaveLength(before + 1);
  const draft = await detail(answers[0]?.summaryId ?? null);
  expect(draft).toMatchObject({ origin: 'import', importedFrom: 'slack', status: 'pending', sosId: null });
  const texts = [draft.title, draft.summary, ...draft.keyPoints.map(({ text }) => text)].join('\n');
  expect(texts).toContain('K-bis');
  expect(texts).not.toMatch(/Léa|Roux|Marc|exemple\.fr/);
  expect(draft.sources).toBeNull();
  const journal = granted(await nina.get<AuditPage>('/api/admin/journal')).items;
  expect(journal.filter(({ action }) => action === 'summary.import')).toHaveLength(1);
});

it('is published at once when the team approves it, also after a correction, with its year', async () => {
  const { summaryId } = await send(THREAD);
  const draft = await detail(summaryId);
  const corrected = granted(
    await nina.put<AdminSummaryDetail>(`/api/admin/summaries/${summaryId}/text`, {
      seen: draft.createdAt,
      title: 'Virements bloqués par Stripe',
      sentences: [{ text: 'Un K-bis envoyé par le tableau de bord débloque les virements.', from: null }],
      keyPoints: [],
    }),
  );
  granted(
    await nina.post(`/api/admin/summaries/${summaryId}/approve`, {
      privacyLevel: 'members',
      seen: corrected.createdAt,
    }),
  );
  const claire = await guilde.as('claire');
  const article = granted(await claire.get<Article>(`/api/knowledge/${summaryId}`));
  expect(article).toMatchObject({ origin: 'import', importedYear: 2025, sosId: null, standing: null });
  const again = await send({
    ...THREAD,
    messages: THREAD.messages.toReversed(),
  });
  expect(again.similar?.id).toBe(summaryId);
});

it('takes an article as it was written, but for what tells of a person', async () => {
  const { summaryId } = await send(ARTICLE);
  const { summary, keyPoints, title } = await detail(summaryId);
  expect(title).toBe('Colissimo facture deux fois le retour');
  expect(summary).toContain('Réclame avec le modèle du site.');
  expect(summary).not.toContain('06 12');
  expect(keyPoints.map(({ text }) => text)).toEqual(['Garde le numéro de dossier.']);
  expect(await send({ ...ARTICLE, problem: '', solution: '' })).toMatchObject({ status: 'empty' });
});

it('keeps all of a long article, without the name below it, and a date that is a year', async () => {
  const solution = Array.from({ length: 15 }, (_, at) => `Étape ${at}, ${'relance '.repeat(12)}chaque jour.`);
  const { summaryId } = await send({
    ...ARTICLE,
    day: '2025',
    solution: `${solution.join(' ')}\nCordialement,\nHortense Bazire`,
  });
  const draft = await detail(summaryId);
  expect(draft.importedDay).toBe('2025');
  expect(draft.sentences.map(({ text }) => text)).toEqual(expect.arrayContaining(solution));
  expect(draft.summary).not.toMatch(/Hortense|Bazire/);
  expect((await nina.post('/api/admin/summaries/import', { ...ARTICLE, day: '20' })).status).toBe(422);
});
