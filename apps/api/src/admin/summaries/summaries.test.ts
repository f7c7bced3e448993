import type {
  AdminSosDetail,
  AdminSummaryDetail,
  AdminSummaryPage,
  SummaryJob,
} from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { History, Message } from '@guilde/contracts/conversations/rules.ts';
import type { Article } from '@guilde/contracts/knowledge/rules.ts';
import type { SosStatus } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { byHand } from '../../../test/by-hand.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, openChat, REMOVAL, refusal, sendText } from '../../../test/scenes.ts';
import { consented } from '../../../test/summaries.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import { jobs } from '../../platform/database/tables.ts';
import { sosRequests } from '../../sos/tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  // The test runs the jobs itself.
  await guilde.deps.jobs.stop();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

const list = async (query = '') => granted(await nina.get<AdminSummaryPage>(`/api/admin/summaries${query}`));
const act = (id: string, verb: string, body: unknown = {}) =>
  nina.post<AdminSummaryDetail>(`/api/admin/summaries/${id}/${verb}`, body);
const jobList = async () => granted(await nina.get<SummaryJob[]>('/api/admin/summaries/jobs'));
const actions = async () =>
  granted(await nina.get<AuditPage>('/api/admin/journal')).items.map(({ action }) => action);

/** The summary of the resolved SOS waits for the moderation. */
async function resolvedSos(...first: string[]) {
  const { sos, conversation } = await openChat(claire, karim);
  for (const text of first) await sendText(karim, conversation.id, text);
  await sendText(
    claire,
    conversation.id,
    'Mon compte publicitaire est suspendu depuis ce matin, sans explication.',
  );
  await sendText(
    karim,
    conversation.id,
    'Rassemble la facture et le Kbis avant d’écrire au support, puis demande la révision.',
  );
  await sendText(
    claire,
    conversation.id,
    'Merci, le compte est rétabli après deux jours grâce au formulaire.',
  );
  granted(
    await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id, rating: 5 }] }),
  );
  return { sos, conversation };
}

async function summarised() {
  const { sos } = await resolvedSos();
  await guilde.deps.jobs.drain();
  const [summary] = (await list()).items;
  if (!summary) throw new Error('No summary was made');
  return { sos, summary };
}

it('says which messages it rested on were removed since, and finds what is published all the same', async () => {
  const { conversation } = await resolvedSos(
    'Envoie d’abord ta pièce d’identité au support.',
    'Évite surtout de créer un second compte publicitaire.',
    'Garde une copie de chaque échange avec le support.',
  );
  const { messages } = granted(await claire.get<History>(`/api/conversations/${conversation.id}/messages`));
  const [early, late, later] = messages.filter(({ kind }) => kind === 'text');
  const remove = async (message: Message | undefined) =>
    granted(await nina.post(`/api/admin/messages/${message?.id}/delete`, REMOVAL));
  await remove(early);
  guilde.clock.advance(60_000);
  await guilde.deps.jobs.drain();
  const [made] = (await list()).items;
  expect(made?.changedSources).toEqual([]);
  await consented(made?.sosId ?? '', claire, karim);
  granted(
    await act(made?.id ?? '', 'approve', { privacyLevel: 'members', notes: '', seen: made?.createdAt }),
  );
  expect((await list('?status=to-review')).items).toEqual([]);

  const live = await nina.live();
  await remove(later);
  await remove(late);
  await live.next('moderation.changed', ({ area }) => area === 'summaries');
  live.close();
  const { items, counts } = await list('?status=to-review');
  expect(items).toMatchObject([
    { id: made?.id, status: 'approved', changedSources: [late?.seq, later?.seq] },
  ]);
  expect(counts).toMatchObject({ toReview: 1, approved: 1 });
  const detail = granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${made?.id}`));
  expect(detail.changedSources).toEqual([late?.seq, later?.seq]);

  guilde.clock.advance(60_000);
  granted(await act(made?.id ?? '', 'regenerate'));
  await guilde.deps.jobs.drain();
  expect((await list()).items).toMatchObject([{ status: 'pending', changedSources: [] }]);
  expect((await list()).counts.toReview).toBe(0);
});

it('shows a summary beside the conversation that it rests on, live once it is made', async () => {
  const live = await nina.live();
  const { sos } = await resolvedSos();
  expect(await jobList()).toMatchObject([{ sosId: sos.id, sosTitle: sos.title, state: 'waiting' }]);
  await guilde.deps.jobs.drain();
  await live.next('moderation.changed', ({ area }) => area === 'summaries');
  live.close();
  expect(await jobList()).toEqual([]);
  const page = await list();
  expect(page.counts).toMatchObject({ total: 1, pending: 1, approved: 0, rejected: 0, cost: 0 });
  const detail = granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${page.items[0]?.id}`));
  expect(detail).toMatchObject({ sosId: sos.id, sosTitle: sos.title, status: 'pending', origin: 'local' });
  const known = new Set([0, ...(detail.sources?.map(({ seq }) => seq) ?? [])]);
  expect(detail.keyPoints.length).toBeGreaterThan(0);
  expect(detail.sentences.map(({ text }) => text).join(' ')).toBe(detail.summary);
  for (const { messages } of [...detail.sentences, ...detail.keyPoints]) {
    expect(messages.length).toBeGreaterThan(0);
    for (const seq of messages) expect(known.has(seq)).toBe(true);
  }
  // The summariser has no names either.
  expect(detail.sources?.find(({ seq }) => seq === 3)).toMatchObject({
    speaker: 'Membre 2',
    isRequester: false,
  });
  expect(JSON.stringify(detail)).not.toMatch(/Karim|Benali/);
  expect((await list('?q=kbis')).items).toHaveLength((await list('?q=zzz')).items.length + 1);
});

it('publishes what was read, once, and the journal says for whom', async () => {
  const { summary } = await summarised();
  const stale = { privacyLevel: 'members', seen: '2020-01-01T00:00:00.000Z' };
  expect(refusal(await act(summary.id, 'approve', stale))).toBe('409 SUMMARY_CHANGED');
  const seen = summary.createdAt;
  const answers = await Promise.all([
    act(summary.id, 'approve', { privacyLevel: 'members', seen }),
    act(summary.id, 'approve', { privacyLevel: 'public', seen }),
    act(summary.id, 'reject', { seen }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await actions()).toHaveLength(1);
  const detail = granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${summary.id}`));
  expect(detail).toMatchObject({ moderatedBy: 'Nina Roche' });
  expect(detail.moderatedAt).not.toBeNull();
});

it('rejects with the fixed note', async () => {
  const { summary } = await summarised();
  const rejected = granted(await act(summary.id, 'reject', { seen: summary.createdAt }));
  expect(rejected).toMatchObject({
    status: 'rejected',
    moderationNotes: 'Non conforme aux critères',
    privacyLevel: null,
  });
  expect((await list('?status=rejected')).items).toHaveLength(1);
  expect((await list('?status=pending')).items).toEqual([]);
  expect(await actions()).toEqual(['summary.reject']);
});

it('keeps the custom prompt and writes the summary anew', async () => {
  const { summary } = await summarised();
  const prompt = (customPrompt: string) =>
    nina.put<AdminSummaryDetail>(`/api/admin/summaries/${summary.id}/prompt`, { customPrompt });
  expect(granted(await prompt('Insiste sur les délais.')).customPrompt).toBe('Insiste sur les délais.');
  expect(granted(await prompt('  ')).customPrompt).toBeNull();
  guilde.clock.advance(60_000);
  expect(granted(await act(summary.id, 'regenerate')).job).toBe('waiting');
  await guilde.deps.jobs.drain();
  const [anew] = (await list()).items;
  expect(anew).toMatchObject({ id: summary.id, status: 'pending', job: null });
  expect(Date.parse(anew?.createdAt ?? '')).toBeGreaterThan(Date.parse(summary.createdAt));
  expect(await actions()).toEqual(['summary.request', 'summary.prompt', 'summary.prompt']);
});

it('asks for the summary of a resolved SOS in which somebody helped, and of no other', async () => {
  const { sos } = await openChat(claire, karim);
  const ask = (id: string) => nina.post<AdminSosDetail>(`/api/admin/sos/${id}/summary`);
  const become = async (id: string, status: SosStatus) =>
    granted(await nina.put(`/api/admin/sos/${id}/status`, { status }));
  for (const status of ['closed', 'in_progress'] as const) {
    await become(sos.id, status);
    expect(refusal(await ask(sos.id))).toBe('409 SUMMARY_SOS_NOT_RESOLVED');
  }
  await become(sos.id, 'resolved');
  expect(refusal(await ask(sos.id))).toBe('409 SUMMARY_NOTHING_TO_SAY');

  const { sos: resolved } = await resolvedSos();
  expect(granted(await ask(resolved.id)).job).toBe('waiting');
  await guilde.deps.jobs.drain();
  expect(refusal(await ask(resolved.id))).toBe('409 SUMMARY_EXISTS');
  const [summary] = (await list()).items;
  expect(summary).toMatchObject({ sosId: resolved.id, status: 'pending', job: null });
  await become(resolved.id, 'in_progress');
  expect(refusal(await act(summary?.id ?? '', 'regenerate'))).toBe('409 SUMMARY_SOS_NOT_RESOLVED');
});

it('shows failed generations and tries them again', async () => {
  const { sos } = await resolvedSos();
  const failed = { failedAt: guilde.clock.now(), attempts: 8, lastError: 'AI_TIMEOUT' };
  await guilde.deps.db.orm
    .update(jobs)
    .set(failed)
    .where(eq(jobs.key, `summary:${sos.id}`));
  expect(await jobList()).toMatchObject([{ state: 'failed', attempts: 8, lastError: 'AI_TIMEOUT' }]);
  expect((await list()).counts).toMatchObject({ jobs: 0, failedJobs: 1 });
  const retry = () => nina.post<SummaryJob[]>(`/api/admin/summaries/jobs/${sos.id}/retry`);
  const become = (status: SosStatus) =>
    byHand(guilde.deps, (orm) => orm.update(sosRequests).set({ status }).where(eq(sosRequests.id, sos.id)));
  await become('in_progress');
  expect(refusal(await retry())).toBe('409 SUMMARY_SOS_NOT_RESOLVED');
  await become('resolved');
  expect(granted(await retry())).toMatchObject([{ sosId: sos.id, state: 'waiting', attempts: 0 }]);
  expect(refusal(await retry())).toBe('409 JOB_NOT_FAILED');
  await guilde.deps.jobs.drain();
  expect((await list()).counts.total).toBe(1);
  expect(await actions()).toEqual(['job.retry']);
});

it('an approved article outlives its SOS, one that nobody approved does not', async () => {
  const kept = await summarised();
  await consented(kept.sos.id, claire, karim);
  granted(await act(kept.summary.id, 'approve', { privacyLevel: 'members', seen: kept.summary.createdAt }));
  const gone = await resolvedSos();
  await guilde.deps.jobs.drain();
  expect((await list()).counts.total).toBe(2);
  for (const { sos } of [kept, gone]) granted(await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL));
  const rows = await guilde.deps.db.orm.select().from(sosSummaries);
  expect(rows).toMatchObject([{ id: kept.summary.id, status: 'approved', sosRequestId: null }]);
  const detail = granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${kept.summary.id}`));
  expect(detail).toMatchObject({ sosId: null, sources: null });
  expect(refusal(await act(kept.summary.id, 'regenerate'))).toBe('404 NOT_FOUND');
});

type Summary = Pick<AdminSummaryDetail, 'id' | 'title' | 'createdAt' | 'sentences' | 'keyPoints'>;

/** The first sentence stays, the second is changed, and one is added. */
function correction({ title, createdAt: seen, sentences, keyPoints }: Summary) {
  const kept = keyPoints.map(({ text }, index) => ({ text, from: sentences.length + index }));
  const [first] = sentences;
  return {
    seen,
    title,
    sentences: [
      { text: first?.text, from: 0 },
      { text: 'Le conseil du support, reformulé par l’équipe.', from: 1 },
      { text: 'L’équipe ajoute ceci.', from: null },
    ],
    keyPoints: kept,
  };
}
const correct = (summary: Summary) =>
  nina.put<AdminSummaryDetail>(`/api/admin/summaries/${summary.id}/text`, correction(summary));
const detailOf = async (id: string) =>
  granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${id}`));
const choose = async (summary: Summary, adopt: boolean) =>
  act(summary.id, 'proposal', { seen: summary.createdAt, adopt });

it('is corrected beside its conversation: what was generated is kept, what the team wrote is marked', async () => {
  const { sos, summary } = await summarised();
  await consented(sos.id, claire, karim);
  guilde.clock.advance(60_000);
  const corrected = granted(await correct(summary));
  const [first, second] = summary.sentences;
  expect(corrected.sentences).toEqual([
    first,
    { text: 'Le conseil du support, reformulé par l’équipe.', messages: second?.messages, byTeam: true },
    { text: 'L’équipe ajoute ceci.', messages: [], byTeam: true },
  ]);
  expect(corrected.summary).toBe(corrected.sentences.map(({ text }) => text).join(' '));
  expect(corrected.versions).toMatchObject([
    { version: 1, isCorrection: false, author: null, sentences: summary.sentences },
    { version: 2, isCorrection: true, author: 'Nina Roche', sentences: corrected.sentences },
  ]);
  expect(refusal(await correct(summary))).toBe('409 SUMMARY_CHANGED');
  expect(
    refusal(await act(summary.id, 'approve', { privacyLevel: 'members', seen: summary.createdAt })),
  ).toBe('409 SUMMARY_CHANGED');

  // No participant has read that yet.
  granted(await act(summary.id, 'approve', { privacyLevel: 'members', seen: corrected.createdAt }));
  expect(refusal(await claire.get(`/api/knowledge/${summary.id}`))).toBe('404 NOT_FOUND');
  expect(refusal(await correct({ ...corrected }))).toBe('409 SUMMARY_NOT_PENDING');
  await consented(sos.id, claire, karim);
  expect(granted(await claire.get<Article>(`/api/knowledge/${summary.id}`))).toMatchObject({
    isCorrected: true,
    summary: corrected.summary,
  });
  expect(await actions()).toEqual(['summary.approve', 'summary.correct']);
});

it('masks in what the team writes what is masked in every text', async () => {
  const { summary } = await summarised();
  const { title, createdAt: seen } = summary;
  const corrected = granted(
    await nina.put<AdminSummaryDetail>(`/api/admin/summaries/${summary.id}/text`, {
      seen,
      title: `${title} de Claire Martin`,
      sentences: [{ text: 'Karim conseille d’écrire à aide@boutique-lou.fr !', from: 0 }],
      keyPoints: [],
    }),
  );
  expect(corrected.title).toBe(`${title} d’un membre`);
  expect(corrected.summary).toBe('Un membre conseille d’écrire à [e-mail]\u202f!');
});

it('keeps a corrected text when another is made, also one asked for before, until the team chooses', async () => {
  const { summary } = await summarised();
  guilde.clock.advance(60_000);
  granted(await act(summary.id, 'regenerate'));
  const corrected = granted(await correct(summary));
  await guilde.deps.jobs.drain();
  const beside = await detailOf(summary.id);
  expect(beside).toMatchObject({ summary: corrected.summary, proposedVersion: 3, job: null });
  expect(beside.versions.map(({ isCorrection }) => isCorrection)).toEqual([false, true, false]);
  expect(granted(await choose(beside, false))).toMatchObject({
    summary: corrected.summary,
    proposedVersion: null,
  });
  expect(refusal(await choose(beside, true))).toBe('409 SUMMARY_NO_PROPOSAL');

  granted(await act(summary.id, 'regenerate'));
  await guilde.deps.jobs.drain();
  const again = await detailOf(summary.id);
  const adopted = granted(await choose(again, true));
  expect(adopted).toMatchObject({ summary: summary.summary, correctedAt: null, proposedVersion: null });
  expect(adopted.versions).toHaveLength(4);
});
