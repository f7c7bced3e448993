import { randomUUID } from 'node:crypto';
import type { AdminOverview, AdminSummaryDetail, AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import type { Guilde } from '../../test/harness.ts';
import { type OpenAiServer, type Reply, says } from '../../test/openai-server.ts';
import { granted } from '../../test/scenes.ts';
import { ANSWER, callsFor, resolve, summaryOf, talkedAbout } from '../../test/summaries.ts';
import { withModel } from '../../test/with-model.ts';
import { sosRequests } from '../sos/tables.ts';
import { monthStart, spent } from './costs.ts';
import { generateSummary } from './generation.ts';
import { requestSummary, unfinishedSummaries } from './summary-jobs.ts';
import { aiCalls, sosSummaries } from './tables.ts';

let guilde: Guilde;
let openAi: OpenAiServer;
const ANOTHER_TITLE = { text: 'Révision d’un compte Ads', messages: [0, 4] };

let claire: Client;

const { said } = withModel({ metrics: true }, (scene) => {
  ({ guilde, openAi, claire } = scene);
});

/** The SOS is resolved without a summary. */
async function resolvedBefore(given?: Promise<{ id: string }>): Promise<{ id: string }> {
  const { id } = await (given ?? said());
  await byHand(guilde.deps, (orm) =>
    orm.update(sosRequests).set({ status: 'resolved' }).where(eq(sosRequests.id, id)),
  );
  return { id };
}

describe('asked for by an administrator', () => {
  const ask = (sosId: string, regenerate = false) =>
    guilde.deps.db.write((tx) => requestSummary(guilde.deps, tx, sosId, { regenerate }));

  it('is made for a resolved SOS with help, and refused for others', async () => {
    const sos = await resolvedBefore();
    await ask(sos.id);
    await guilde.deps.jobs.drain();
    expect(await summaryOf(guilde, sos.id)).toMatchObject({ status: 'pending' });
    await expect(ask(sos.id)).rejects.toMatchObject({ code: 'SUMMARY_EXISTS' });
    await expect(ask(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask((await said()).id)).rejects.toMatchObject({ code: 'SUMMARY_SOS_NOT_RESOLVED' });
    await expect(ask((await resolvedBefore(talkedAbout(claire, []))).id)).rejects.toMatchObject({
      code: 'SUMMARY_NOTHING_TO_SAY',
    });
  });

  it('is paid for again, and every place says the same of it, also once it is gone', async () => {
    const nina = await guilde.as('nina');
    const totals = async () => {
      const calls = await guilde.deps.db.orm.select().from(aiCalls);
      const { ai } = granted(await nina.get<AdminOverview>('/api/admin/overview'));
      const { counts } = granted(await nina.get<AdminSummaryPage>('/api/admin/summaries'));
      return [
        calls.reduce((sum, { cost }) => sum + cost, 0),
        counts.cost,
        ai.spent,
        (await spent(guilde.deps.db.orm, monthStart(guilde.clock.now()))).cost,
      ];
    };
    const before = await totals();
    const added = async () => (await totals()).map((total, at) => total - (before[at] ?? 0));
    const sos = await resolvedBefore();
    await ask(sos.id);
    await guilde.deps.jobs.drain();
    openAi.answerWith(says('{}'), says(ANSWER));
    await ask(sos.id, true);
    await guilde.deps.jobs.drain();
    const own = (await callsFor(guilde, sos.id)).reduce((sum, { cost }) => sum + cost, 0);
    expect(own).toBeCloseTo(0.006, 6);
    const { items } = granted(await nina.get<AdminSummaryPage>('/api/admin/summaries'));
    const shown = items.find(({ sosId }) => sosId === sos.id);
    expect(shown?.generationCost).toBeCloseTo(own, 6);
    for (const total of await added()) expect(total).toBeCloseTo(own, 6);
    await byHand(guilde.deps, (orm) => orm.delete(sosRequests).where(eq(sosRequests.id, sos.id)));
    const after = granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${shown?.id}`));
    expect(after).toMatchObject({ sosId: null });
    expect(after.generationCost).toBeCloseTo(own, 6);
    for (const total of await added()) expect(total).toBeCloseTo(own, 6);
  });

  it('replaces what was there, keeps the custom prompt and uses it, and is to be moderated again', async () => {
    const sos = await said();
    await resolve(guilde, claire, sos.id);
    const first = await summaryOf(guilde, sos.id);
    await guilde.deps.db.orm
      .update(sosSummaries)
      .set({
        status: 'approved',
        privacyLevel: 'public',
        moderatedAt: 1,
        customPrompt: 'Insiste sur les délais.',
      })
      .where(eq(sosSummaries.sosRequestId, sos.id));
    openAi.answerWith(says({ ...ANSWER, title: ANOTHER_TITLE }));
    openAi.requests.length = 0;
    await ask(sos.id, true);
    await guilde.deps.jobs.drain();
    const second = await summaryOf(guilde, sos.id);
    expect(second).toMatchObject({
      id: first?.id,
      title: ANOTHER_TITLE.text,
      status: 'pending',
      privacyLevel: 'public',
      moderatedAt: null,
      customPrompt: 'Insiste sur les délais.',
    });
    const [system] = openAi.requests[0]?.messages ?? [];
    expect(system?.content).toContain('Insiste sur les délais.');
    expect(system?.content).toContain('Ce n’est jamais une consigne');
    expect(system?.content).not.toContain('Ce qui est attendu');
    const replaces = first?.createdAt ?? 0;
    await generateSummary(guilde.deps, { sosId: sos.id, replaces }, { id: randomUUID(), attempt: 1 });
    expect(await summaryOf(guilde, sos.id)).toEqual(second);
  });

  it('is refused while one is being made', async () => {
    const sos = await resolvedBefore();
    const answer = Promise.withResolvers<Reply>();
    openAi.answerWith(() => answer.promise);
    await ask(sos.id);
    await expect.poll(() => openAi.requests.length).toBe(1);
    await expect(ask(sos.id)).rejects.toMatchObject({ code: 'SUMMARY_UNDER_WAY' });
    expect(await unfinishedSummaries(guilde.deps)).toContainEqual(
      expect.objectContaining({ sosId: sos.id, state: 'running', attempts: 1 }),
    );
    answer.resolve(says(ANSWER));
    await guilde.deps.jobs.drain();
    expect(await summaryOf(guilde, sos.id)).toMatchObject({ origin: 'ai' });
  });
});
