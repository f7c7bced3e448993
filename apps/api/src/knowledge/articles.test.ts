import type { Article, KnowledgeOverview, KnowledgePage } from '@guilde/contracts/knowledge/rules.ts';
import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, postSos, refusal } from '../../test/scenes.ts';
import { sosRequests } from '../sos/tables.ts';
import { suggestionOpenings } from './tables.ts';

const HOUR_MS = 3_600_000;

let guilde: Guilde;
let claire: Client;
let sosId: string;
const ids: Record<string, string> = {};

const page = async (query = '', client = claire) =>
  granted(await client.get<KnowledgePage>(`/api/knowledge?${query}`));
const titles = async (query = '') => (await page(query)).items.map(({ title }) => title);
const search = (q: string) => titles(`q=${encodeURIComponent(q)}`);

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  const { deps } = guilde;
  sosId = (await postSos(claire, { title: 'Rembourser deux fois' })).id;
  ids.refund = await storeArticle(deps, {
    title: 'Rembourser un client deux fois',
    summary: 'Le second virement se récupère auprès du prestataire de paiement.',
    keyPoints: [
      { text: 'Écrire au prestataire sous 48 heures.', messages: [3, 4] },
      { text: 'Garder la preuve du premier remboursement.', messages: [6] },
    ],
    category: 'legal',
    sosRequestId: sosId,
    origin: 'ai',
    wordCount: 1600,
    participantsCount: 4,
  });
  ids.refunds = await storeArticle(deps, { title: 'Des remboursements en série', category: 'legal' });
  ids.named = await storeArticle(deps, { title: 'Le remboursement partiel', category: 'legal' });
  ids.heart = await storeArticle(deps, {
    title: 'Photos au cœur de l’été',
    category: 'conversion',
    privacyLevel: 'public',
  });
  await storeArticle(deps, { title: 'En attente de remboursement', status: 'pending', privacyLevel: null });
  ids.rejected = await storeArticle(deps, { title: 'Remboursement rejeté', status: 'rejected' });
});
afterAll(() => guilde.close());

describe('the knowledge base', () => {
  it('lists what was approved for the public or for members, newest first', async () => {
    expect(await titles()).toEqual([
      'Photos au cœur de l’été',
      'Le remboursement partiel',
      'Des remboursements en série',
      'Rembourser un client deux fois',
    ]);
  });

  it('is for members alone, the same for each', async () => {
    expect(refusal(await guilde.visitor().get('/api/knowledge'))).toBe('401 UNAUTHENTICATED');
    const newcomer = await guilde.as('theo');
    expect(refusal(await newcomer.get('/api/knowledge'))).toBe('403 PROFILE_INCOMPLETE');
    expect(await page('', await guilde.as('karim'))).toEqual(await page());
    expect(await page('', await guilde.as('nina'))).toEqual(await page());
  });

  it.each([
    ['category=legal', 3],
    ['category=conversion', 1],
    ['category=ads', 0],
    ['category=legal&q=photos', 0],
    ['category=conversion&q=photos', 1],
  ])('with « %s » shows %i', async (query, count) => {
    expect(await titles(query)).toHaveLength(count);
  });

  it('shows the word itself before its beginnings, and those before its family', async () => {
    expect(await search('remboursement')).toEqual([
      'Le remboursement partiel',
      'Des remboursements en série',
      'Rembourser un client deux fois',
    ]);
    expect(await search('remboursements')).toEqual([
      'Des remboursements en série',
      'Le remboursement partiel',
      'Rembourser un client deux fois',
    ]);
  });

  it.each([
    ['the title', 'coeur'],
    ['the summary', 'virements'],
    ['a key point', 'preuve'],
    ['the category', 'juridique'],
  ])('searches %s', async (_, q) => {
    expect((await search(q)).length).toBeGreaterThan(0);
  });

  it.each(['"', 'titre:x', 'NEAR(', '* OR *', "'; drop table sos_summaries; --"])(
    'takes « %s » for words, not for an order',
    async (q) => {
      expect(await search(q)).toEqual([]);
    },
  );

  it('says where an article matches', async () => {
    const { items } = await page('q=remboursement');
    const article = items.find(({ id }) => id === ids.refund);
    expect(article?.highlights).toEqual({
      title: [[0, 10]],
      summary: [],
      keyPoints: [[], [[28, 41]]],
      category: [],
    });
    expect((await page()).items[0]?.highlights).toBeNull();
  });

  it.each(['', 'q=remboursement', 'category=legal', 'category=legal&q=re'])(
    'turns pages of « %s » without loss or repetition',
    async (query) => {
      const whole = await titles(query);
      const paged: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const next: KnowledgePage = await page(`limit=1&${query}${cursor && `&cursor=${cursor}`}`);
        paged.push(...next.items.map(({ title }) => title));
        cursor = next.nextCursor;
      }
      expect(paged).toEqual(whole);
    },
  );

  it.each(['cursor=demain', 'cursor=1.2&q=a', 'limit=51', 'category=magie'])(
    'refuses « %s »',
    async (query) => {
      expect(refusal(await claire.get(`/api/knowledge?${query}`))).toBe('422 INVALID_INPUT');
    },
  );

  it('counts what it holds, and names its most frequent categories', async () => {
    const overview = granted(await claire.get<KnowledgeOverview>('/api/knowledge/overview'));
    expect(overview).toEqual({
      tabs: [
        { category: 'legal', count: 3 },
        { category: 'conversion', count: 1 },
      ],
      others: [],
      summaries: 4,
      categories: 2,
      participants: 13,
      thousandsOfWords: 3,
    });
  });

  it('asks the database as often for many articles as for one', async () => {
    // The jobs' statements would be counted too.
    await guilde.deps.jobs.stop();
    const execute = vi.spyOn(guilde.deps.db.client, 'execute');
    const statements = async (query: string) => {
      execute.mockClear();
      await titles(query);
      return execute.mock.calls.length;
    };
    expect(await statements('limit=50')).toBe(await statements('limit=1'));
    execute.mockRestore();
  });
});

describe('an article', () => {
  const read = (id: string | undefined, client = claire) => client.get<Article>(`/api/knowledge/${id}`);

  it('tells everything but what is for moderators', async () => {
    const article = granted(await read(ids.refund));
    expect(article).toMatchObject({
      title: 'Rembourser un client deux fois',
      keyPoints: ['Écrire au prestataire sous 48 heures.', 'Garder la preuve du premier remboursement.'],
      origin: 'ai',
      sosId,
      participantsCount: 4,
      avoidedSos: 0,
    });
    expect(Object.keys(article)).not.toContain('moderationNotes');
    expect(article.reviewedAt).toMatch(/^2026-11-17T/);
  });

  it('names those that resemble it, never itself or one that is not listed', async () => {
    const { related } = granted(await read(ids.refund));
    expect(related.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Le remboursement partiel', 'Des remboursements en série']),
    );
    expect(related.map(({ id }) => id)).not.toContain(ids.refund);
    expect(related.map(({ id }) => id)).not.toContain(ids.rejected);
    expect(granted(await read(ids.heart)).related).toEqual([]);
  });

  it('is not found while it is pending or once it is rejected', async () => {
    expect(refusal(await read(ids.rejected))).toBe('404 NOT_FOUND');
    expect(refusal(await read(ids.rejected, await guilde.as('nina')))).toBe('404 NOT_FOUND');
    expect(refusal(await read('nothing'))).toBe('404 NOT_FOUND');
  });

  it('stays when its SOS is gone', async () => {
    await byHand(guilde.deps, (orm) => orm.delete(sosRequests).where(eq(sosRequests.id, sosId)));
    expect(granted(await read(ids.refund)).sosId).toBeNull();
  });

  it('counts the drafts that it answered: no SOS a day after it was opened', async () => {
    const [posted, abandoned] = [crypto.randomUUID(), crypto.randomUUID()];
    const open = (draftId: string) => claire.post(`/api/knowledge/${ids.heart}/openings`, { draftId });
    for (const draftId of [posted, abandoned, abandoned]) granted(await open(draftId));
    await postSos(claire, { id: posted });
    expect(granted(await read(ids.heart)).avoidedSos).toBe(0);
    guilde.clock.advance(25 * HOUR_MS);
    expect(granted(await read(ids.heart)).avoidedSos).toBe(1);
    // A member who invents drafts counts once.
    for (let index = 0; index < 60; index++) granted(await open(crypto.randomUUID()));
    guilde.clock.advance(25 * HOUR_MS);
    expect(granted(await read(ids.heart)).avoidedSos).toBe(1);
    await guilde.deps.db.orm.delete(suggestionOpenings).where(ne(suggestionOpenings.draftId, abandoned));
    // The draft becomes an SOS after all.
    await postSos(claire, { id: abandoned });
    expect(granted(await read(ids.heart)).avoidedSos).toBe(0);
  });

  it.each([
    ['a rejected article', () => ids.rejected, { draftId: crypto.randomUUID() }, '404 NOT_FOUND'],
    ['an unknown article', () => crypto.randomUUID(), { draftId: crypto.randomUUID() }, '404 NOT_FOUND'],
    ['a draft without an id', () => ids.heart, { draftId: 'draft' }, '422 INVALID_INPUT'],
  ])('counts no opening of %s', async (_, id, input, expected) => {
    expect(refusal(await claire.post(`/api/knowledge/${id()}/openings`, input))).toBe(expected);
  });
});
