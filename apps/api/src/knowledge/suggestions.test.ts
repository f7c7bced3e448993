import type { Suggestion } from '@guilde/contracts/knowledge/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { SUGGESTIONS } from './routes.ts';

let guilde: Guilde;
let claire: Client;

const suggest = async (draft: Record<string, unknown>, client = claire) =>
  granted(await client.post<Suggestion[]>('/api/knowledge/suggestions', draft)).map(({ title }) => title);

beforeAll(async () => {
  guilde = await startGuilde({ rateLimits: true });
  claire = await guilde.as('claire');
  const articles = [
    ['Compte Ads suspendu sans explication', 'ads', 'Faire appel avec le numéro de dossier et la facture.'],
    [
      'Remboursement d’un colis perdu par le transporteur',
      'other',
      'La déclaration se fait sous sept jours.',
    ],
    ['Choisir une agence de publicité', 'ads', 'Demander trois références et un contrat sans durée.'],
    ['TVA pour les ventes en Belgique', 'legal', 'Le guichet unique évite une immatriculation.'],
    ['Fiches produit trop longues', 'conversion', 'Le client lit les trois premières lignes de la boutique.'],
  ] as const;
  for (const [title, category, summary] of articles)
    await storeArticle(guilde.deps, { title, category, summary });
  await storeArticle(guilde.deps, {
    title: 'Compte Ads suspendu : secret',
    category: 'ads',
    status: 'rejected',
  });
});
afterAll(() => guilde.close());

describe('an SOS that is being written', () => {
  it.each([
    [{ title: 'Mon compte Ads est suspendu', category: 'ads' }, 'Compte Ads suspendu sans explication'],
    [{ title: 'Comptes publicitaires suspendus, ads' }, 'Compte Ads suspendu sans explication'],
    [
      { title: 'Suspension du compte', description: 'Ads ne donne aucune explication.', category: 'ads' },
      'Compte Ads suspendu sans explication',
    ],
    [
      { title: 'Colis perdus : comment me faire rembourser ?' },
      'Remboursement d’un colis perdu par le transporteur',
    ],
    [
      { title: 'transporteur', description: 'Un colis s’est perdu.' },
      'Remboursement d’un colis perdu par le transporteur',
    ],
    [{ title: 'Vendre en Belgique, quelle TVA ?', category: 'legal' }, 'TVA pour les ventes en Belgique'],
    [{ title: 'Mon compte Ads est banni', category: 'ads' }, 'Compte Ads suspendu sans explication'],
    [{ title: 'Colis introuvable', category: 'other' }, 'Remboursement d’un colis perdu par le transporteur'],
    [{ title: 'tva' }, 'TVA pour les ventes en Belgique'],
    [{ title: 'Une vente en Belgique' }, 'TVA pour les ventes en Belgique'],
  ])('%j is shown what was solved', async (draft, expected) => {
    expect(await suggest(draft)).toEqual([expected]);
  });

  it.each([
    {},
    { title: '' },
    { title: 'Bonjour, j’ai besoin d’aide' },
    { title: 'Problème urgent avec un client de ma boutique', category: 'conversion' },
    { title: 'Recruter un préparateur', category: 'team' },
    { title: 'Livreur et expédition de paquets', category: 'other' },
    { title: 'Une agence immobilière nous cherche', category: 'other' },
    { title: '', description: 'Mon compte Ads est suspendu sans explication' },
    { title: '" OR search_stems : (compte) --' },
    { title: '***', description: '🙈' },
  ])('%j is shown nothing', async (draft) => {
    expect(await suggest(draft)).toEqual([]);
  });

  it('is shown three at most', async () => {
    for (const number of ['une', 'deux', 'trois', 'quatre'])
      await storeArticle(guilde.deps, { title: `Étiquette ${number} de transport international` });
    expect(await suggest({ title: 'Étiquettes de transport' })).toHaveLength(3);
  });

  it.each([{ title: 'x'.repeat(101) }, { category: 'magie' }, { description: 5 }])(
    'refuses %j',
    async (draft) => {
      expect(refusal(await claire.post('/api/knowledge/suggestions', draft))).toBe('422 INVALID_INPUT');
    },
  );

  it('is not for visitors, nor asked without end', async () => {
    expect(refusal(await guilde.visitor().post('/api/knowledge/suggestions', {}))).toBe(
      '401 UNAUTHENTICATED',
    );
    const karim = await guilde.as('karim');
    // The requests run one after the other and may take a busy machine more than the minute.
    for (let asked = 0; asked < 119; asked++) await guilde.deps.limits.consume(SUGGESTIONS, karim.id);
    granted(await karim.post('/api/knowledge/suggestions', {}));
    expect(refusal(await karim.post('/api/knowledge/suggestions', {}))).toBe('429 RATE_LIMITED');
  });
});
