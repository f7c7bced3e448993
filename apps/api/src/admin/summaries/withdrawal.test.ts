import { randomUUID } from 'node:crypto';
import type { AdminSummaryDetail, AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type {
  Article,
  KnowledgeOverview,
  KnowledgePage,
  Suggestion,
} from '@guilde/contracts/knowledge/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeArticle } from '../../../test/articles.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, REMOVAL, refusal, settled } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { consented, helped, resolve, summaryOf, talkedAbout } from '../../../test/summaries.ts';
import { openingsOf } from '../../knowledge/suggestions.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import { journalKeys } from '../../platform/audit.ts';
import { firstBrokenEntry, rawReader } from '../../platform/audit-chain.ts';

/** The articles of the test were made at this instant. */
const MADE = '2026-11-16T08:00:00.000Z';
const NOTES = 'Reprend un message que la modération a supprimé.';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  [nina, claire] = [await guilde.as('nina'), await guilde.as('claire')];
  [karim, zoe] = [await guilde.as('karim'), await guilde.as('zoe')];
});
afterAll(() => guilde.close());
beforeEach(async () => {
  await guilde.deps.db.orm.delete(sosSummaries);
});

const withdraw = (client: Client, id: string, body: unknown) =>
  client.post<AdminSummaryDetail>(`/api/admin/summaries/${id}/withdraw`, body);
const article = (values: Partial<Parameters<typeof storeArticle>[1]> = {}) =>
  storeArticle(guilde.deps, {
    title: 'Compte Ads suspendu',
    category: 'ads',
    createdAt: Date.parse(MADE),
    ...values,
  });
const read = (id: string, client = claire) => client.get<Article>(`/api/knowledge/${id}`);
const detailOf = async (id: string) =>
  granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${id}`));
const order = { rule: 'accuracy', reason: NOTES };
const asRead = { ...order, seen: MADE };
const actsOn = async (id: string) =>
  granted(await nina.get<AuditPage>(`/api/admin/journal?subject=${id}`)).items;

/** Nina approved the article of a resolved SOS for members. */
async function approvedArticle() {
  const sos = await talkedAbout(claire, helped(claire, karim, zoe));
  await resolve(guilde, claire, sos.id);
  const summary = await summaryOf(guilde, sos.id);
  if (!summary) throw new Error('No summary was written');
  const seen = new Date(summary.createdAt).toISOString();
  await consented(sos.id, claire, karim, zoe);
  granted(
    await nina.post(`/api/admin/summaries/${summary.id}/approve`, {
      privacyLevel: 'members',
      notes: '',
      seen,
    }),
  );
  return { id: summary.id, sosId: sos.id, seen };
}

describe('an approved article', () => {
  it('is withdrawn by an administrator with a reason, and stands among the rejected ones', async () => {
    const id = await article({ moderationNotes: 'Utile', moderatedAt: 1 });
    const answer = granted(await withdraw(nina, id, { ...asRead, reason: `  ${NOTES}\n` }));
    expect(answer).toMatchObject({
      status: 'rejected',
      privacyLevel: null,
      moderationNotes: NOTES,
      moderatedBy: 'Nina Roche',
      moderatedAt: expect.stringMatching(/^2026-11-17T/),
    });
    const { items, counts } = granted(
      await nina.get<AdminSummaryPage>('/api/admin/summaries?status=rejected'),
    );
    expect(items).toMatchObject([{ id, moderationNotes: NOTES }]);
    expect(counts).toMatchObject({ total: 1, approved: 0, rejected: 1 });
  });

  it('leaves the knowledge base at once, its search and what is proposed', async () => {
    const id = await article();
    const other = await article({ title: 'Compte Ads suspendu deux fois' });
    const list = async (query = '') =>
      granted(await karim.get<KnowledgePage>(`/api/knowledge${query}`)).items.map((card) => card.id);
    const proposed = async () =>
      granted(
        await karim.post<Suggestion[]>('/api/knowledge/suggestions', {
          title: 'Mon compte Ads est suspendu',
        }),
      ).map((suggestion) => suggestion.id);
    const overview = async () => granted(await karim.get<KnowledgeOverview>('/api/knowledge/overview'));
    const related = async () => granted(await read(other)).related.map((ref) => ref.id);
    const everywhere = async () => [
      await list(),
      await list('?q=suspendu'),
      await list('?category=ads'),
      await proposed(),
    ];
    for (const found of await everywhere()) expect(found.toSorted()).toEqual([id, other].toSorted());
    expect(await related()).toEqual([id]);
    expect(await overview()).toMatchObject({ summaries: 2 });
    granted(await karim.post(`/api/knowledge/${id}/openings`, { draftId: randomUUID() }));

    const live = await karim.live();
    granted(await withdraw(nina, id, asRead));
    await live.next('knowledge.changed');
    live.close();
    for (const found of await everywhere()) expect(found).toEqual([other]);
    expect(await related()).toEqual([]);
    expect(await overview()).toMatchObject({ summaries: 1 });
    for (const reader of [claire, zoe, nina]) expect(refusal(await read(id, reader))).toBe('404 NOT_FOUND');
    expect(refusal(await karim.post(`/api/knowledge/${id}/openings`, { draftId: randomUUID() }))).toBe(
      '404 NOT_FOUND',
    );
  });

  it('is withdrawn by nobody else', async () => {
    const id = await article();
    expect(refusal(await withdraw(guilde.visitor(), id, asRead))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await withdraw(await guilde.as('theo'), id, asRead))).toBe('403 PROFILE_INCOMPLETE');
    for (const member of [claire, zoe])
      expect(refusal(await withdraw(member, id, asRead))).toBe('403 TEAM_ONLY');
    expect(granted(await read(id))).toMatchObject({ id });
    expect(await actsOn(id)).toEqual([]);
  });

  it.each([
    ['no rule', { rule: undefined }, 'rule'],
    ['no reason', { reason: undefined }, 'reason'],
    ['an invisible reason', { reason: ' \u200b\n' }, 'reason'],
    ['a reason of more than 1,000 characters', { reason: 'x'.repeat(1001) }, 'reason'],
    ['no text that was read', { seen: undefined }, 'seen'],
  ])('stays with %s', async (_case, values, field) => {
    const id = await article();
    const answer = await withdraw(nina, id, { ...asRead, ...values });
    expect(refusal(answer)).toBe('422 INVALID_INPUT');
    expect(Object.keys(answer.error.fields)).toEqual([field]);
    expect(await detailOf(id)).toMatchObject({ status: 'approved', privacyLevel: 'members' });
  });

  it('stays when its text is not the one that was read', async () => {
    const id = await article();
    const stale = { ...order, seen: '2020-01-01T00:00:00.000Z' };
    expect(refusal(await withdraw(nina, id, stale))).toBe('409 SUMMARY_CHANGED');
    expect(granted(await read(id))).toMatchObject({ id });
    expect(refusal(await withdraw(nina, randomUUID(), asRead))).toBe('404 NOT_FOUND');
  });

  it('is withdrawn once, whoever is quicker, and the other one reads why not', async () => {
    const id = await article({ privacyLevel: 'public' });
    granted(await nina.put(`/api/admin/users/${zoe.id}/role`, { role: 'admin' }));
    await withSecondFactor(guilde, zoe);
    const answers = await Promise.all([
      withdraw(nina, id, { ...asRead, reason: 'Par Nina' }),
      withdraw(zoe, id, { ...asRead, reason: 'Par Zoé' }),
    ]);
    granted(await nina.put(`/api/admin/users/${zoe.id}/role`, { role: 'member' }));
    const [won, ...otherWon] = answers.filter(({ status }) => status === 200);
    const [lost] = answers.filter(({ status }) => status !== 200);
    expect(otherWon).toEqual([]);
    expect(lost && refusal(lost)).toBe('409 SUMMARY_NOT_APPROVED');
    expect(lost?.error.message).toMatch(/n’est plus dans la base de connaissances/);
    const note = won?.body.moderationNotes;
    expect(await detailOf(id)).toMatchObject({ moderationNotes: note });
    expect(await actsOn(id)).toMatchObject([
      {
        action: 'summary.withdraw',
        subjectType: 'summary',
        subjectLabel: 'Compte Ads suspendu',
        before: { status: 'approved', privacyLevel: 'public' },
        after: { status: 'rejected', privacyLevel: null, rule: 'accuracy', case: expect.any(String) },
        reason: note,
      },
    ]);
    expect(
      await firstBrokenEntry(rawReader(guilde.deps.db.client), journalKeys(guilde.deps.secrets)),
    ).toBeNull();
  });
});

it.each(['pending', 'rejected'] as const)('nothing is withdrawn of a %s summary', async (status) => {
  const id = await article({ status, privacyLevel: null });
  const live = await karim.live();
  expect(refusal(await withdraw(nina, id, asRead))).toBe('409 SUMMARY_NOT_APPROVED');
  await settled(live);
  expect(live.events.filter(({ type }) => type === 'knowledge.changed')).toEqual([]);
  live.close();
  expect(await detailOf(id)).toMatchObject({ status, moderationNotes: null });
});

describe('a published article that is made again', () => {
  const reject = (id: string, seen: string) => nina.post(`/api/admin/summaries/${id}/reject`, { seen });
  const makeAgain = async (id: string) => {
    guilde.clock.advance(60_000);
    granted(await nina.post(`/api/admin/summaries/${id}/regenerate`));
    await guilde.deps.jobs.drain();
    return (await detailOf(id)).createdAt;
  };

  it('is rejected with a rule and a reason, which its author reads', async () => {
    const { id } = await approvedArticle();
    const seen = await makeAgain(id);
    expect(refusal(await read(id))).toBe('404 NOT_FOUND');
    expect(refusal(await reject(id, seen))).toBe('409 SUMMARY_WAS_PUBLISHED');
    expect(await detailOf(id)).toMatchObject({ status: 'pending', moderatedAt: null });
    const before = (await guilde.mails()).length;
    const stale = { ...order, seen: '2020-01-01T00:00:00.000Z' };
    expect(refusal(await withdraw(nina, id, stale))).toBe('409 SUMMARY_CHANGED');
    granted(await withdraw(nina, id, { ...order, seen }));
    const letters = (await guilde.mails()).slice(before);
    expect(letters).toMatchObject([{ to: claire.email, text: expect.stringContaining(NOTES) }]);
    expect((await actsOn(id))[0]).toMatchObject({
      action: 'summary.withdraw',
      before: { status: 'pending', privacyLevel: 'members' },
      after: { status: 'rejected', privacyLevel: null, rule: 'accuracy' },
    });
    granted(await reject(id, await makeAgain(id)));
  });

  it('is so too after another approval, until those who took part leave everything out', async () => {
    const { id, sosId } = await approvedArticle();
    const approve = async (seen: string) =>
      granted(await nina.post(`/api/admin/summaries/${id}/approve`, { privacyLevel: 'public', seen }));
    await approve(await makeAgain(id));
    const seen = await makeAgain(id);
    expect(refusal(await reject(id, seen))).toBe('409 SUMMARY_WAS_PUBLISHED');
    await approve(seen);
    const { sentences, keyPoints } = await detailOf(id);
    for (const place of [...sentences, ...keyPoints].keys())
      granted(await karim.put(`/api/knowledge/drafts/${sosId}/veto`, { seen, place, isVetoed: true }));
    await consented(sosId, claire, karim, zoe);
    expect(await detailOf(id)).toMatchObject({ status: 'rejected', privacyLevel: null });
    granted(await reject(id, await makeAgain(id)));
  });
});

describe('a withdrawn article', () => {
  it('is decided: it comes back only as a text made again, that is read and approved', async () => {
    const { id, sosId, seen } = await approvedArticle();
    granted(await withdraw(nina, id, { ...order, seen }));
    const approve = (readAt: string) =>
      nina.post(`/api/admin/summaries/${id}/approve`, { privacyLevel: 'members', notes: '', seen: readAt });
    expect(refusal(await approve(seen))).toBe('409 SUMMARY_NOT_PENDING');
    guilde.clock.advance(60_000);
    granted(await nina.post(`/api/admin/summaries/${id}/regenerate`));
    await guilde.deps.jobs.drain();
    const anew = await summaryOf(guilde, sosId);
    expect(anew).toMatchObject({ id, status: 'pending', moderationNotes: null });
    expect(refusal(await read(id))).toBe('404 NOT_FOUND');
    await consented(sosId, claire, karim, zoe);
    granted(await approve(new Date(anew?.createdAt ?? 0).toISOString()));
    expect(granted(await read(id))).toMatchObject({ id });
    expect((await actsOn(id)).map(({ action }) => action)).toEqual([
      'summary.approve',
      'summary.request',
      'summary.withdraw',
      'summary.approve',
    ]);
  });

  it('no longer outlives its SOS', async () => {
    const { id, sosId, seen } = await approvedArticle();
    granted(await withdraw(nina, id, { ...order, seen }));
    granted(await nina.post(`/api/admin/sos/${sosId}/delete`, REMOVAL));
    expect(refusal(await nina.get(`/api/admin/summaries/${id}`))).toBe('404 NOT_FOUND');
  });

  it('is no longer among those that lost a source', async () => {
    const { id, seen } = await approvedArticle();
    const { sources } = await detailOf(id);
    const flagged = async () =>
      granted(await nina.get<AdminSummaryPage>('/api/admin/summaries?status=to-review'));
    const text = sources?.find(({ text: shown }) => shown !== null);
    const { items } = granted(
      await nina.get<{ items: { id: string; seq: number }[] }>('/api/admin/messages'),
    );
    const message = items.find(({ seq }) => seq === text?.seq);
    guilde.clock.advance(60_000);
    granted(await nina.post(`/api/admin/messages/${message?.id}/delete`, REMOVAL));
    expect(await flagged()).toMatchObject({ items: [{ id }], counts: { toReview: 1 } });
    granted(await withdraw(nina, id, { ...order, seen }));
    expect(await flagged()).toMatchObject({ items: [], counts: { toReview: 0, rejected: 1 } });
  });

  it('keeps no title in the archive of whoever opened it', async () => {
    const id = await article();
    granted(await claire.post(`/api/knowledge/${id}/openings`, { draftId: randomUUID() }));
    granted(await withdraw(nina, id, asRead));
    const [row] = await guilde.deps.db.orm.select().from(sosSummaries).where(eq(sosSummaries.id, id));
    expect(row?.title).toBe('Compte Ads suspendu');
    expect(await openingsOf(guilde.deps.db.orm, claire.id)).toMatchObject([{ article: null }]);
  });
});
