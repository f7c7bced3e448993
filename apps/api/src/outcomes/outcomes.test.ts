import type { AdminSummaryDetail, AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { Article, KnowledgePage, Suggestion } from '@guilde/contracts/knowledge/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import type {
  GivenOutcome,
  MemberOutcomes,
  OutcomeAnswer,
  OutcomeQuestion,
  SosOutcomes,
} from '@guilde/contracts/outcomes/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, openChat, postSos, refusal, sendText } from '../../test/scenes.ts';
import { signInAgain } from '../../test/second-factor.ts';
import { consented } from '../../test/summaries.ts';
import { members } from '../auth/tables.ts';
import { askForOutcomes } from './asking.ts';

const DAY = 86_400_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let nina: Client;
let visitor: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  [zoe, nina] = [await guilde.as('zoe'), await guilde.as('nina')];
  visitor = guilde.visitor();
});
afterEach(() => guilde.close());

/** Resolves Claire’s SOS with Karim’s help; Zoé only joined. */
async function resolved(): Promise<string> {
  const { sos, conversation } = await openChat(claire, karim, zoe);
  await sendText(karim, conversation.id, 'Voici le formulaire de révision.');
  const ratings = [karim, zoe].map(({ id }) => ({ memberId: id }));
  granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
  return sos.id;
}

const questions = async () => {
  await askForOutcomes(guilde.deps);
  return (await guilde.mails()).filter(({ subject }) => /^Ton SOS est résolu depuis/.test(subject));
};

async function tokenAfter(days: number): Promise<string> {
  guilde.clock.advance(days * DAY);
  const mail = (await questions()).at(-1);
  const link = /https?:\/\/\S+\/tient#\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  return secretsIn(new URL(link)).token ?? '';
}

const MASKED = 'Presque tout, grâce à un membre d’une boutique';

const look = (token: string) => visitor.post<OutcomeQuestion>('/api/outcomes/question', { token });
const answer = (token: string, given: OutcomeAnswer) =>
  visitor.post<GivenOutcome>('/api/outcomes/answers', { token, answer: given });
const outcomesFor = async (client: Client, sosId: string) =>
  granted(await client.get<SosOutcomes>(`/api/outcomes/${sosId}`));
const outcomesOf = async (client: Client) =>
  granted(await nina.get<MemberOutcomes>(`/api/members/${client.id}/outcomes`));
const read = async (id: string) => granted(await nina.get<Article>(`/api/knowledge/${id}`));

describe('« Est-ce que ça tient ? »', () => {
  it('is asked of the author once at 7 and once at 30 days, by one channel, and answered without signing in', async () => {
    const sosId = await resolved();
    const articleId = await storeArticle(guilde.deps, { title: 'Révision du compte', sosRequestId: sosId });
    guilde.clock.advance(7 * DAY - 3_600_000);
    expect(await questions()).toEqual([]);
    const token = await tokenAfter(1 / 24);
    expect(await questions()).toMatchObject([{ to: claire.email }]);

    for (let n = 0; n < 2; n++)
      expect(granted(await look(token))).toMatchObject({ sosId, title: 'Compte Ads suspendu', afterDays: 7 });
    expect([(await read(articleId)).standing, await outcomesOf(karim)]).toEqual([
      null,
      { held: 0, answered: 0 },
    ]);

    const live = await zoe.live();
    const { standing, detailsToken } = granted(await answer(token, 'partly'));
    expect(standing).toEqual({ answer: 'partly', afterDays: 7 });
    await live.next('knowledge.changed');
    live.close();
    const details = {
      token: detailsToken,
      comment: '  Presque tout, grâce à Karim Benali d’Épices & Co ',
      saved: { amount: 250, unit: 'euros' },
    };
    granted(await visitor.post('/api/outcomes/details', details));
    expect(await outcomesFor(zoe, sosId)).toMatchObject({
      answers: [{ answer: 'partly', afterDays: 7, comment: MASKED, saved: { amount: 250 } }],
      question: null,
    });
    expect((await read(articleId)).standing).toEqual(standing);

    expect(granted(await look(token))).toMatchObject({ sosId, afterDays: 7, answer: 'partly' });
    expect(refusal(await answer(token, 'yes'))).toBe('409 OUTCOME_ANSWERED');
    expect(refusal(await visitor.post('/api/outcomes/details', { ...details, comment: 'Autre' }))).toBe(
      '409 OUTCOME_ANSWERED',
    );
    expect(await outcomesOf(karim)).toEqual({ held: 0, answered: 0 });

    granted(await answer(await tokenAfter(23), 'yes'));
    // A session ends after 30 days.
    await signInAgain(guilde, nina, nina.email);
    expect(await questions()).toHaveLength(2);
    expect((await read(articleId)).standing).toEqual({ answer: 'yes', afterDays: 30 });
    expect([await outcomesOf(karim), await outcomesOf(zoe)]).toEqual([
      { held: 1, answered: 1 },
      { held: 0, answered: 0 },
    ]);
  });

  it('is not asked late, nor of whoever is suspended, and no link outlives its resolution', async () => {
    await resolved();
    await byHand(guilde.deps, (orm) =>
      orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, claire.id)),
    );
    guilde.clock.advance(8 * DAY);
    expect(await questions()).toEqual([]);
    await byHand(guilde.deps, (orm) =>
      orm.update(members).set({ suspendedAt: null }).where(eq(members.id, claire.id)),
    );
    guilde.clock.advance(3 * DAY);
    expect(await questions()).toEqual([]);

    const again = await resolved();
    const token = await tokenAfter(7);
    granted(await nina.put(`/api/admin/sos/${again}/status`, { status: 'in_progress' }));
    expect(refusal(await answer(token, 'yes'))).toBe('404 OUTCOME_LINK_INVALID');
    expect(await outcomesFor(claire, again)).toEqual({ answers: [], question: null, article: null });
  });

  it('cannot be answered twice at once, by a forged link, or when it has waited too long', async () => {
    const sosId = await resolved();
    const token = await tokenAfter(7);
    const [id, days, askedAt, signature] = token.split('.');
    const forged = ['x', `${id}.30.${askedAt}.${signature}`, `${id}.7.1.${signature}`, `${token}x`];
    for (const other of forged) {
      expect(refusal(await look(other)), other).toBe('404 OUTCOME_LINK_INVALID');
      expect(refusal(await answer(other, 'yes')), other).toBe('404 OUTCOME_LINK_INVALID');
    }
    const details = { token, comment: 'Avant la réponse' };
    expect(refusal(await visitor.post('/api/outcomes/details', details))).toBe('404 OUTCOME_LINK_INVALID');
    expect(days).toBe('7');
    expect(refusal(await visitor.post('/api/outcomes/answers', { token, answer: 'maybe' }))).toBe(
      '422 INVALID_INPUT',
    );
    guilde.clock.advance(21 * DAY);
    expect(refusal(await answer(token, 'yes'))).toBe('410 OUTCOME_CLOSED');
    expect(await outcomesFor(claire, sosId)).toEqual({ answers: [], question: null, article: null });
    const second = await tokenAfter(2);
    const both = await Promise.all([answer(second, 'yes'), answer(second, 'no'), answer(second, 'yes')]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.filter(({ error }) => error?.code === 'OUTCOME_ANSWERED')).toHaveLength(2);
  });

  it('can be answered by its author on the page of the SOS', async () => {
    const sosId = await resolved();
    const give = (client: Client) => client.post(`/api/outcomes/${sosId}/answers`, { answer: 'yes' });
    expect(refusal(await give(claire))).toBe('410 OUTCOME_CLOSED');
    const token = await tokenAfter(7);
    expect((await outcomesFor(claire, sosId)).question).toEqual({ afterDays: 7 });
    expect((await outcomesFor(karim, sosId)).question).toBeNull();
    expect(refusal(await give(karim))).toBe('403 SOS_NOT_YOURS');
    granted(await give(claire));
    expect(refusal(await answer(token, 'no'))).toBe('409 OUTCOME_ANSWERED');
  });

  it('« Non » ends the questions, marks the article for the team, and leads to an SOS that cites this one', async () => {
    const sosId = await resolved();
    const articleId = await storeArticle(guilde.deps, { title: 'Révision du compte', sosRequestId: sosId });
    const live = await nina.live();
    granted(await answer(await tokenAfter(7), 'no'));
    await live.next('moderation.changed', ({ area }) => area === 'summaries');
    live.close();
    const toReview = async () =>
      granted(await nina.get<AdminSummaryPage>('/api/admin/summaries?status=to-review'));
    expect(await toReview()).toMatchObject({
      items: [{ id: articleId, standing: { answer: 'no', afterDays: 7 } }],
      counts: { toReview: 1 },
    });
    const review = () => nina.post<AdminSummaryDetail>(`/api/admin/summaries/${articleId}/review`);
    expect(granted(await review())).toMatchObject({ reviewSince: null, outcomes: [{ answer: 'no' }] });
    expect(refusal(await review())).toBe('409 SUMMARY_NOT_TO_REVIEW');
    expect((await toReview()).items).toEqual([]);
    const journal = granted(await nina.get<AuditPage>('/api/admin/journal'));
    expect(journal.items.map(({ action }) => action)).toContain('summary.review');

    guilde.clock.advance(23 * DAY);
    expect(await questions()).toHaveLength(1);
    for (const client of [claire, karim, nina]) await signInAgain(guilde, client, client.email);
    expect(await outcomesOf(karim)).toEqual({ held: 0, answered: 1 });
    expect(await postSos(claire, { citesId: sosId })).toMatchObject({ citesId: sosId });
    expect(await postSos(karim, { citesId: sosId })).toMatchObject({ citesId: null });
  });

  it('shows what was answered on an article that is approved afterwards', async () => {
    const sosId = await resolved();
    granted(await answer(await tokenAfter(7), 'no'));
    const [pending] = granted(await nina.get<AdminSummaryPage>('/api/admin/summaries')).items;
    if (!pending) throw new Error('No summary was made');
    await consented(sosId, claire, karim, zoe);
    const approval = { privacyLevel: 'members', seen: pending.createdAt };
    granted(await nina.post(`/api/admin/summaries/${pending.id}/approve`, approval));
    expect(await read(pending.id)).toMatchObject({ sosId, standing: { answer: 'no', afterDays: 7 } });
  });

  it('is in the archive of its author, whose deletion ends it', async () => {
    await resolved();
    const token = await tokenAfter(7);
    granted(await claire.post('/api/account/delete', { password: PASSWORD }));
    expect(refusal(await look(token))).toBe('404 OUTCOME_LINK_INVALID');
    expect(refusal(await answer(token, 'yes'))).toBe('404 OUTCOME_LINK_INVALID');
  });
});

describe('what held', () => {
  const article = (title: string, outcomeAnswer: OutcomeAnswer | null) =>
    storeArticle(guilde.deps, { title, category: 'ads', outcomeAnswer, outcomeDays: outcomeAnswer && 30 });

  it('stands before what did not, in the search and in « Déjà résolu ? »', async () => {
    await article('Compte publicitaire suspendu par erreur', 'no');
    await article('Compte publicitaire suspendu deux fois', 'yes');
    await article('Compte publicitaire suspendu à Noël', null);
    const order = ['suspendu deux fois', 'suspendu à Noël', 'suspendu par erreur'];
    const found = granted(await claire.get<KnowledgePage>('/api/knowledge?q=compte%20publicitaire'));
    const draft = { title: 'Mon compte publicitaire est suspendu', category: 'ads' };
    const proposed = granted(await claire.post<Suggestion[]>('/api/knowledge/suggestions', draft));
    for (const titles of [found.items, proposed].map((items) => items.map(({ title }) => title)))
      expect(titles).toEqual(order.map((end) => `Compte publicitaire ${end}`));
    expect(proposed.map(({ standing }) => standing?.answer)).toEqual(['yes', undefined, 'no']);
  });

  it('is said by readers too, but not by who took part in the conversation', async () => {
    const articleId = await storeArticle(guilde.deps, { title: 'Révision', sosRequestId: await resolved() });
    const path = `/api/knowledge/${articleId}/worked`;
    for (let n = 0; n < 2; n++)
      expect(granted(await nina.put(path))).toMatchObject({ count: 1, isMine: true });
    expect((await read(articleId)).worked).toEqual({ count: 1, isMine: true, isSource: false });
    for (const source of [claire, karim]) expect(refusal(await source.put(path))).toBe('409 ARTICLE_OWN');
    expect(granted(await nina.delete(path))).toMatchObject({ count: 0, isMine: false });
    const hidden = await storeArticle(guilde.deps, {
      title: 'En attente',
      status: 'pending',
      privacyLevel: null,
    });
    expect(refusal(await nina.put(`/api/knowledge/${hidden}/worked`))).toBe('404 NOT_FOUND');
  });
});
