import { randomUUID } from 'node:crypto';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted } from '../../test/scenes.ts';
import { consented, helped, resolve, summaryOf, talkedAbout } from '../../test/summaries.ts';
import { applyApproval, applyRejection, setCustomPrompt } from './moderation.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let nina: Viewer;
let member: Viewer;

beforeAll(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  const viewer = { sessionId: '', profileComplete: true, termsAccepted: true, provenAt: null };
  nina = { ...viewer, id: (await guilde.as('nina')).id, role: 'admin' };
  member = { ...viewer, id: claire.id, role: 'member' };
});
afterAll(() => guilde.close());

async function pending() {
  const sos = await talkedAbout(claire, helped(claire, karim, zoe));
  await resolve(guilde, claire, sos.id);
  const summary = await summaryOf(guilde, sos.id);
  if (!summary) throw new Error('No summary was written');
  return { ...summary, sosId: sos.id, now: () => summaryOf(guilde, sos.id) };
}

describe('without a model', () => {
  it('a resolved SOS is summed up from its own sentences, at no cost, and marked as such', async () => {
    const { now } = await pending();
    const summary = await now();
    expect(summary).toMatchObject({
      title: 'Compte Ads suspendu',
      category: 'ads',
      status: 'pending',
      origin: 'local',
      model: '',
      generationCost: 0,
      inputTokens: 0,
      promptUsed: null,
      participantsCount: 3,
      sourceMessageCount: 3,
      keyPoints: [
        {
          text: 'Ne crée surtout pas un second compte\u00a0: la suspension deviendrait définitive.',
          messages: [2],
        },
        { text: expect.stringContaining('[e-mail]'), messages: [4] },
      ],
    });
    expect(JSON.stringify(summary)).not.toMatch(/claire|karim|benali|zoe@|06 12/i);
  });
});

describe('a pending summary', () => {
  it.each(['public', 'members'] as const)(
    'is approved for %s by an administrator, and then listed',
    async (privacy) => {
      const { id, sosId, now } = await pending();
      await guilde.deps.db.write((tx) =>
        applyApproval(tx, guilde.deps, nina, id, privacy, { notes: '  Utile  ' }),
      );
      expect(await now()).toMatchObject({ status: 'pending', privacyLevel: null, scheduledPrivacy: privacy });
      expect((await karim.get(`/api/knowledge/${id}`)).status).toBe(404);
      await consented(sosId, claire, karim, zoe);
      expect(await now()).toMatchObject({
        status: 'approved',
        privacyLevel: privacy,
        moderationNotes: 'Utile',
        moderatedBy: nina.id,
        moderatedAt: expect.any(Number),
      });
      expect(granted(await karim.get<{ id: string }>(`/api/knowledge/${id}`))).toMatchObject({ id });
    },
  );

  it('is rejected with the note of the specification, or another, and is not listed', async () => {
    const [first, second] = [await pending(), await pending()];
    await guilde.deps.db.write((tx) => applyRejection(tx, guilde.deps, nina, first.id));
    await guilde.deps.db.write((tx) => applyRejection(tx, guilde.deps, nina, second.id, { notes: '' }));
    expect(await first.now()).toMatchObject({
      status: 'rejected',
      privacyLevel: null,
      moderationNotes: 'Non conforme aux critères',
      moderatedBy: nina.id,
    });
    expect(await second.now()).toMatchObject({ moderationNotes: null });
    expect((await karim.get(`/api/knowledge/${first.id}`)).status).toBe(404);
  });

  it('is decided once, whoever is quicker', async () => {
    const { id } = await pending();
    const decisions = await Promise.allSettled([
      guilde.deps.db.write((tx) => applyApproval(tx, guilde.deps, nina, id, 'public')),
      guilde.deps.db.write((tx) => applyRejection(tx, guilde.deps, nina, id)),
    ]);
    const refused = decisions.filter((decision) => decision.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'SUMMARY_NOT_PENDING' } }]);
  });

  it('is not approved unread: its text has changed since', async () => {
    const { id, createdAt, now } = await pending();
    await expect(
      guilde.deps.db.write((tx) =>
        applyApproval(tx, guilde.deps, nina, id, 'public', { seen: createdAt - 1 }),
      ),
    ).rejects.toMatchObject({
      code: 'SUMMARY_CHANGED',
    });
    await guilde.deps.db.write((tx) =>
      applyApproval(tx, guilde.deps, nina, id, 'public', { seen: createdAt }),
    );
    expect(await now()).toMatchObject({ scheduledPrivacy: 'public' });
  });

  it('takes a custom prompt at any time, and loses it with an empty one', async () => {
    const { id, now } = await pending();
    await guilde.deps.db.write((tx) => setCustomPrompt(tx, guilde.deps, nina, id, '  Fais court.  '));
    expect(await now()).toMatchObject({ customPrompt: 'Fais court.', status: 'pending' });
    await guilde.deps.db.write((tx) => applyRejection(tx, guilde.deps, nina, id));
    await guilde.deps.db.write((tx) => setCustomPrompt(tx, guilde.deps, nina, id, ' '));
    expect(await now()).toMatchObject({ customPrompt: null, status: 'rejected' });
  });

  it('is none of a member’s business', async () => {
    const { id, now } = await pending();
    const refusal = { code: 'TEAM_ONLY' };
    await expect(
      guilde.deps.db.write((tx) => applyApproval(tx, guilde.deps, member, id, 'public')),
    ).rejects.toMatchObject(refusal);
    await expect(
      guilde.deps.db.write((tx) => applyRejection(tx, guilde.deps, member, id)),
    ).rejects.toMatchObject(refusal);
    await expect(
      guilde.deps.db.write((tx) => setCustomPrompt(tx, guilde.deps, member, id, 'x')),
    ).rejects.toMatchObject(refusal);
    expect(await now()).toMatchObject({ status: 'pending', customPrompt: null });
    const unknown = randomUUID();
    await expect(
      guilde.deps.db.write((tx) => applyApproval(tx, guilde.deps, nina, unknown, 'public')),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      guilde.deps.db.write((tx) => setCustomPrompt(tx, guilde.deps, nina, unknown, 'x')),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
