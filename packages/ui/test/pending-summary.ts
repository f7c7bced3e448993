import { screen, within } from '@testing-library/react';
import { sosSummaries } from '../../../apps/api/src/knowledge/tables.ts';
import { storeArticle } from '../../../apps/api/test/articles.ts';
import type { Guilde } from '../../../apps/api/test/harness.ts';
import { openChat, sendText } from '../../../apps/api/test/scenes.ts';
import { renderAs } from './render.tsx';

type Values = Partial<typeof sosSummaries.$inferInsert>;

/** Stores the only summary of the community, made by the AI from Claire's chat with Karim. */
export async function pendingSummary(
  guilde: Guilde,
  values: Values = {},
): Promise<{ sosId: string; summaryId: string }> {
  const [claire, karim] = await Promise.all([guilde.as('claire'), guilde.as('karim')]);
  const { sos, conversation } = await openChat(claire, karim);
  const { seq: question } = await sendText(karim, conversation.id, 'As-tu un numéro de dossier ?');
  const { seq: answer } = await sendText(claire, conversation.id, 'Oui, et le compte est rétabli.');
  await guilde.deps.db.orm.delete(sosSummaries);
  const summaryId = await storeArticle(guilde.deps, {
    sosRequestId: sos.id,
    title: 'Rétablir un compte Ads',
    summary: 'Le compte Ads est suspendu. Un numéro de dossier a suffi.',
    sentences: [
      { text: 'Le compte Ads est suspendu.', messages: [0] },
      { text: 'Un numéro de dossier a suffi.', messages: [question] },
    ],
    dropped: 2,
    keyPoints: [
      { text: 'Demander le numéro de dossier', messages: [question] },
      { text: 'Relancer avec ce numéro', messages: [question, answer] },
    ],
    category: 'ads',
    status: 'pending',
    privacyLevel: null,
    participantsCount: 2,
    sourceMessageCount: 2,
    origin: 'ai',
    model: 'gpt-5-mini',
    generationTimeMs: 3600,
    generationCost: 0.0123,
    promptUsed: 'Résume cette conversation.',
    moderatedAt: null,
    ...values,
  });
  return { sosId: sos.id, summaryId };
}

type OpenSummary = Awaited<ReturnType<typeof renderAs>> & { panel: ReturnType<typeof within> };

export async function openSummary(guilde: Guilde, summaryId: string): Promise<OpenSummary> {
  const view = await renderAs(guilde, 'nina', `/admin/summaries/${summaryId}`);
  const panel = await screen.findByRole('dialog', { name: 'Rétablir un compte Ads' });
  return { ...view, panel: within(panel) };
}

export async function storedSummary(guilde: Guilde) {
  const [row] = await guilde.deps.db.orm.select().from(sosSummaries);
  return row;
}
