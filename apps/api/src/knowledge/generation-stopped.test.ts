import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { type OpenAiServer, says } from '../../test/openai-server.ts';
import { granted } from '../../test/scenes.ts';
import { ANSWER, callsFor, summaryOf, talkedAbout } from '../../test/summaries.ts';
import { withModel } from '../../test/with-model.ts';
import type { Ai } from '../platform/services/ai.ts';
import { generateSummary } from './generation.ts';
import { unfinishedSummaries } from './summary-jobs.ts';

let guilde: Guilde;
let openAi: OpenAiServer;

const { said } = withModel({}, (scene) => {
  ({ guilde, openAi } = scene);
});
const outcomesFor = async (sosId: string) => (await callsFor(guilde, sosId)).map(({ outcome }) => outcome);

describe('a process that is to end', () => {
  it('waits for no model: the call is booked as lost, and the job begins anew with all its attempts', async () => {
    const patient = await startGuilde({ env: { ...openAi.env, OPENAI_TIMEOUT: '600' } });
    onTestFinished(() => patient.close());
    const [asks, helper] = [await patient.as('claire'), await patient.as('karim')];
    const sos = await talkedAbout(asks, [
      [helper, 'Ne crée surtout pas un second compte : la suspension deviendrait définitive.'],
      [asks, 'Merci Karim, le compte est rétabli !'],
    ]);
    openAi.answerWith(null);
    const ratings = [{ memberId: helper.id, rating: 5, comment: '' }];
    granted(await asks.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
    await expect.poll(() => openAi.requests.length).toBe(1);
    await patient.deps.jobs.stop();
    const [lost] = await callsFor(patient, sos.id);
    expect(lost).toMatchObject({ outcome: 'lost' });
    expect(lost?.cost).toBeGreaterThan(0);
    expect(await unfinishedSummaries(patient.deps)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    openAi.answerWith(says(ANSWER));
    await patient.deps.jobs.drain();
    expect(await summaryOf(patient, sos.id)).toMatchObject({
      origin: 'ai',
      generationCost: (lost?.cost ?? 0) + 0.002,
    });
    expect((await callsFor(patient, sos.id)).map(({ outcome }) => outcome)).toEqual(['lost', 'answered']);
  });
});

describe('a process that dies at work', () => {
  it('pays again once it is back, keeps what was set aside, and not more than three times', async () => {
    const sos = await said();
    const job = randomUUID();
    const dies: Ai = {
      model: 'modele-de-test',
      monthlyBudget: 20,
      worstCost: () => 0.01,
      ask: () => new Promise(() => undefined),
    };
    const run = (attempt: number, ai: Ai | null) =>
      generateSummary({ ...guilde.deps, ai }, { sosId: sos.id }, { id: job, attempt });
    void run(1, dies);
    await expect.poll(() => outcomesFor(sos.id)).toEqual(['started']);
    void run(2, dies);
    await expect.poll(() => outcomesFor(sos.id)).toEqual(['lost', 'started']);
    await run(3, guilde.deps.ai);
    expect(await callsFor(guilde, sos.id)).toMatchObject([
      { outcome: 'lost', cost: 0.01 },
      { outcome: 'lost', cost: 0.01 },
      { outcome: 'answered', cost: 0.002 },
    ]);
    expect(await summaryOf(guilde, sos.id)).toMatchObject({ origin: 'ai', generationCost: 0.022 });
  });

  it('time and again stops paying', async () => {
    const sos = await said();
    const job = randomUUID();
    const dies: Ai = {
      model: 'm',
      monthlyBudget: 20,
      worstCost: () => 0.01,
      ask: () => new Promise(() => undefined),
    };
    for (let attempt = 1; attempt <= 3; attempt++) {
      void generateSummary({ ...guilde.deps, ai: dies }, { sosId: sos.id }, { id: job, attempt });
      await expect.poll(async () => (await callsFor(guilde, sos.id)).length).toBe(attempt);
    }
    await generateSummary(guilde.deps, { sosId: sos.id }, { id: job, attempt: 4 });
    expect(openAi.requests).toHaveLength(0);
    expect(await summaryOf(guilde, sos.id)).toMatchObject({ origin: 'local' });
  });
});
