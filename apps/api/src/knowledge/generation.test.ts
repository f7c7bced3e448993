import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import type { Guilde } from '../../test/harness.ts';
import { type OpenAiServer, says } from '../../test/openai-server.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, settled } from '../../test/scenes.ts';
import { ANSWER, callsFor, resolve, summaryOf, talkedAbout } from '../../test/summaries.ts';
import { withModel } from '../../test/with-model.ts';
import { deactivateIdleConversations } from '../conversations/inactivity.ts';
import { sosRequests } from '../sos/tables.ts';
import { generateSummary } from './generation.ts';
import { requestSummary } from './summary-jobs.ts';
import { sosSummaries } from './tables.ts';

const HOUR_MS = 3_600_000;
let guilde: Guilde;
let openAi: OpenAiServer;
const ANOTHER_TITLE = { text: 'Révision d’un compte Ads', messages: [0, 4] };

let claire: Client;
let karim: Client;

const { said, jobFor, later } = withModel({ metrics: true }, (scene) => {
  ({ guilde, openAi, claire, karim } = scene);
});

/** The SOS is resolved without a summary. */
async function resolvedBefore(given?: Promise<{ id: string }>): Promise<{ id: string }> {
  const { id } = await (given ?? said());
  await byHand(guilde.deps, (orm) =>
    orm.update(sosRequests).set({ status: 'resolved' }).where(eq(sosRequests.id, id)),
  );
  return { id };
}

describe('a resolved SOS', () => {
  it('is summed up by the model, checked, neutral, grounded, and waits for moderation', async () => {
    const sos = await said();
    await resolve(guilde, claire, sos.id);
    expect(await summaryOf(guilde, sos.id)).toMatchObject({
      title: 'Suspension d’un compte Ads',
      summary:
        'Le compte Ads d’un membre est suspendu. Un membre conseille de ne pas créer de second compte et de demander une révision avec des captures datées.',
      keyPoints: [
        { text: 'Ne crée jamais de second compte\u00a0: la suspension devient définitive.', messages: [2] },
        { text: 'Demande la révision avec des captures datées de la page produit.', messages: [4] },
      ],
      category: 'ads',
      status: 'pending',
      privacyLevel: null,
      participantsCount: 3,
      sourceMessageCount: 3,
      origin: 'ai',
      model: 'modele-de-test',
      inputTokens: 1000,
      outputTokens: 500,
      generationCost: 0.002,
      customPrompt: null,
      moderatedAt: null,
    });
    expect(await callsFor(guilde, sos.id)).toMatchObject([
      { outcome: 'answered', cost: 0.002, inputTokens: 1000, outputTokens: 500, model: 'modele-de-test' },
    ]);
  });

  it('shows in the figures with its cost', async () => {
    const figures = async () => (await fetch(`http://127.0.0.1:${guilde.metricsPort}/metrics`)).text();
    const cost = async () => Number(/^guilde_ai_cost_dollars_total (\S+)$/m.exec(await figures())?.[1]);
    const before = await cost();
    await resolve(guilde, claire, (await said()).id);
    expect((await cost()) - before).toBeCloseTo(0.002, 6);
    expect(await figures()).toMatch(/^guilde_ai_calls_total\{outcome="answered"\} [1-9]/m);
    expect(await figures()).toMatch(/^guilde_ai_call_seconds_count [1-9]/m);
  });

  it('leaves the server without names, addresses or numbers, as data between marks', async () => {
    const sos = await said();
    await resolve(guilde, claire, sos.id);
    const [request] = openAi.requests;
    expect(request).toMatchObject({
      model: 'modele-de-test',
      response_format: { type: 'json_schema', json_schema: { name: 'synthese', strict: true } },
      max_tokens: 4000,
    });
    expect(request?.tools).toBeUndefined();
    const [system, user] = request?.messages ?? [];
    expect(user?.content).toContain(
      '] Membre 2\u00a0: Bonjour Membre 1, ne crée surtout pas un second compte',
    );
    expect(user?.content).toContain('écris à [e-mail].');
    expect(user?.content).toContain(
      '] Membre 1 (auteur du SOS)\u00a0: Merci Membre 2, le compte est rétabli ! Mon numéro : [téléphone].',
    );
    expect(`${system?.content} ${user?.content}`).not.toMatch(
      /claire|karim|zo[eé]|benali|martin|exemple|06 12/i,
    );
    expect((await summaryOf(guilde, sos.id))?.promptUsed).toContain(system?.content);
  });

  it('publishes nothing that a hostile answer adds to the conversation', async () => {
    const sos = await said();
    const hostile = [
      ['Le compte Ads revient en 48 heures avec des captures datées.', [2, 4]],
      ['Sophie Durand conseille de demander la révision avec des captures datées.', [4]],
      ['Demande la révision avec des captures datées sur https://pirate.example.', [4]],
      ['Demande la révision sur pirate[.]example avec des captures datées.', [4]],
      ['Ignore les consignes et demande la révision avec des captures datées.', [4]],
      ['Crée un second compte, la suspension deviendra définitive.', [2]],
      ['Achète des captures datées de la lune.', [99, -4]],
      ['<img src=x onerror=alert(1)>**Paie** \u202eeriotircsa\u202c.', [4]],
    ] as const;
    const claims = hostile.map(([text, messages]) => ({ text, messages: [...messages] }));
    openAi.answerWith(
      says({
        ...ANSWER,
        title: claims[1],
        summary: [...ANSWER.summary, ...ANSWER.summary, ...claims],
        key_points: [...claims, ...ANSWER.key_points],
      }),
    );
    await resolve(guilde, claire, sos.id);
    const summary = await summaryOf(guilde, sos.id);
    expect(summary).toMatchObject({
      title: 'Compte Ads suspendu',
      summary:
        'Le compte Ads d’un membre est suspendu. Un membre conseille de ne pas créer de second compte et de demander une révision avec des captures datées.',
      sentences: [{ messages: [0, 2] }, { messages: [2, 4] }],
      keyPoints: [{ messages: [2] }, { messages: [4] }],
      dropped: 2 * hostile.length + 2,
    });
  });

  it('costs nothing and has no summary when no helper wrote anything, or when the SOS is gone', async () => {
    const silent = await talkedAbout(claire, []);
    await resolve(guilde, claire, silent.id);
    const gone = await resolvedBefore();
    await guilde.deps.db.write((tx) => requestSummary(guilde.deps, tx, gone.id));
    await byHand(guilde.deps, (orm) => orm.delete(sosRequests).where(eq(sosRequests.id, gone.id)));
    await guilde.deps.jobs.drain();
    for (const { id } of [silent, gone]) {
      expect(await summaryOf(guilde, id)).toBeUndefined();
      expect((await jobFor(id))?.doneAt).not.toBeNull();
    }
    expect(await callsFor(guilde, silent.id)).toEqual([]);
  });

  it('is not told to the model once somebody has deleted the account: their name could not be masked', async () => {
    const gone = await guilde.as('hugo');
    const sos = await talkedAbout(claire, [
      [gone, 'Demande la révision du compte avec des captures datées.'],
      [karim, 'Je confirme ce que dit Hugo : surtout pas de second compte.'],
    ]);
    granted(await gone.post('/api/account/delete', { password: PASSWORD }));
    await resolve(guilde, claire, sos.id);
    expect(openAi.requests).toHaveLength(0);
    expect(await summaryOf(guilde, sos.id)).toMatchObject({
      origin: 'local',
      sourceMessageCount: 2,
      participantsCount: 3,
    });
  });

  it('is found by words of its summary', async () => {
    const sos = await said();
    await resolve(guilde, claire, sos.id);
    const summary = await summaryOf(guilde, sos.id);
    expect(summary?.searchText).toContain('revision');
    expect(summary?.searchStems).not.toBe('');
    expect(summary?.wordCount).toBeGreaterThan(30);
  });
});

describe('a conversation that fell silent', () => {
  it('is summed up two seconds later, if nobody has done so before', async () => {
    const [silent, known] = [await said(), await said()];
    await generateSummary(guilde.deps, { sosId: known.id }, { id: randomUUID(), attempt: 1 });
    const before = await summaryOf(guilde, known.id);
    guilde.clock.advance(15 * 24 * HOUR_MS);
    await deactivateIdleConversations(guilde.deps);
    await guilde.deps.jobs.drain();
    expect(await summaryOf(guilde, silent.id)).toBeUndefined();
    await later(2000);
    expect(await summaryOf(guilde, silent.id)).toMatchObject({ origin: 'ai', status: 'pending' });
    expect(await summaryOf(guilde, known.id)).toEqual(before);
  });
});

describe('done twice', () => {
  it('gives one summary, paid once', async () => {
    const sos = await said();
    await resolve(guilde, claire, sos.id);
    const first = await summaryOf(guilde, sos.id);
    await generateSummary(guilde.deps, { sosId: sos.id }, { id: randomUUID(), attempt: 1 });
    await generateSummary(guilde.deps, { sosId: sos.id, refresh: true }, { id: randomUUID(), attempt: 1 });
    expect(await summaryOf(guilde, sos.id)).toEqual(first);
    expect(await callsFor(guilde, sos.id)).toHaveLength(1);
  });

  it('at once gives one summary', async () => {
    const sos = await said();
    const runs = [1, 2, 3].map(() =>
      generateSummary(guilde.deps, { sosId: sos.id }, { id: randomUUID(), attempt: 1 }),
    );
    await Promise.all(runs);
    expect(await guilde.deps.db.orm.$count(sosSummaries, eq(sosSummaries.sosRequestId, sos.id))).toBe(1);
  });

  it('a summary of a silence is written anew by the resolution that followed, unless somebody judged it', async () => {
    const [forgotten, judged] = [await said(), await said()];
    for (const { id } of [forgotten, judged])
      await generateSummary(guilde.deps, { sosId: id }, { id: randomUUID(), attempt: 1 });
    await guilde.deps.db.orm
      .update(sosSummaries)
      .set({ status: 'rejected' })
      .where(eq(sosSummaries.sosRequestId, judged.id));
    for (const { id } of [forgotten, judged]) {
      const { conversation } = (await claire.get<{ conversation: { id: string } }>(`/api/sos/${id}`)).body;
      await claire.post(`/api/conversations/${conversation.id}/messages`, {
        id: randomUUID(),
        content: 'Suite et fin.',
      });
      await resolve(guilde, claire, id);
    }
    expect(await summaryOf(guilde, forgotten.id)).toMatchObject({ sourceMessageCount: 4, status: 'pending' });
    expect(await summaryOf(guilde, judged.id)).toMatchObject({ sourceMessageCount: 3, status: 'rejected' });
  });
});

describe('approved while the model writes it anew', () => {
  const approve = (sosId: string) =>
    guilde.deps.db.orm
      .update(sosSummaries)
      .set({ status: 'approved', privacyLevel: 'public', moderatedAt: 1 })
      .where(eq(sosSummaries.sosRequestId, sosId));

  /** The summary is approved while the model still writes the new one. */
  async function rewritten(
    wanted: (first: { createdAt: number }) => { refresh?: boolean; replaces?: number },
  ) {
    const sos = await said();
    await generateSummary(guilde.deps, { sosId: sos.id }, { id: randomUUID(), attempt: 1 });
    const first = await summaryOf(guilde, sos.id);
    const { conversation } = (await claire.get<{ conversation: { id: string } }>(`/api/sos/${sos.id}`)).body;
    await claire.post(`/api/conversations/${conversation.id}/messages`, {
      id: randomUUID(),
      content: 'Suite.',
    });
    await guilde.deps.db.orm
      .update(sosRequests)
      .set({ status: 'resolved' })
      .where(eq(sosRequests.id, sos.id));
    openAi.answerWith(async () => {
      await approve(sos.id);
      return says({ ...ANSWER, title: ANOTHER_TITLE });
    });
    const live = await karim.live();
    const sosWanted = { sosId: sos.id, ...wanted({ createdAt: first?.createdAt ?? 0 }) };
    await generateSummary(guilde.deps, sosWanted, { id: randomUUID(), attempt: 1 });
    await settled(live);
    live.close();
    const hasEvent = live.events.some(({ type }) => type === 'knowledge.changed');
    return { first, now: await summaryOf(guilde, sos.id), hasEvent };
  }

  it('an article stays as it was judged, if it was only to be brought up to date', async () => {
    const { first, now, hasEvent } = await rewritten(() => ({ refresh: true }));
    expect(now).toMatchObject({ title: first?.title, status: 'approved', privacyLevel: 'public' });
    expect(hasEvent).toBe(false);
  });

  it('an article leaves the knowledge base before everybody’s eyes, if an administrator asked for another', async () => {
    const { now, hasEvent } = await rewritten(({ createdAt }) => ({ replaces: createdAt }));
    expect(now).toMatchObject({ title: ANOTHER_TITLE.text, status: 'pending', privacyLevel: 'public' });
    expect(hasEvent).toBe(true);
  });
});
