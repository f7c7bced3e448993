import type { KnowledgePage } from '@guilde/contracts/knowledge/rules.ts';
import type { SosCategory } from '@guilde/contracts/sos/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted } from '../../test/scenes.ts';

/** The articles are those of a community of a few months: title, category, summary, key points. */
const ARTICLES: [string, SosCategory, string, string[]][] = [
  [
    'Transporteur : colis marqués livrés mais jamais reçus',
    'other',
    'Douze colis marqués livrés étaient absents. La preuve de livraison avec la position GPS et une attestation sur l’honneur ont fait rembourser neuf envois.',
    ['Demander la preuve de livraison.', 'Faire signer une attestation à chaque client.'],
  ],
  [
    'Les e-mails de relance arrivent en courrier indésirable',
    'conversion',
    'SPF et DKIM étaient en place, il manquait DMARC. Les ouvertures sont remontées en deux jours.',
    ['Vérifier DMARC.', 'Réchauffer le nouveau domaine pendant deux semaines.'],
  ],
  [
    'Avis négatifs en rafale sur un bijou : que répondre ?',
    'conversion',
    'Une réponse par avis, courte, avec la solution. Le lot défectueux est retiré de la vente.',
    [
      'Ne jamais répondre sous le coup de la colère.',
      'Signaler à la plateforme ceux qui ne viennent pas d’acheteurs.',
    ],
  ],
  [
    'Compte publicitaire suspendu à dix jours de Noël',
    'ads',
    'Il ne faut pas créer de second compte. Corriger les délais affichés, puis demander la révision avec des captures datées.',
    ['Joindre le numéro de dossier.', 'Répondre point par point.'],
  ],
  [
    'Coût d’acquisition doublé depuis octobre',
    'ads',
    'Au-dessus d’une répétition de 3,5, ce sont les visuels qui s’usent. Trois vidéos par semaine ont ramené le coût à 16 €.',
    ['Couper les audiences larges pendant les fêtes.'],
  ],
  [
    'Premières vidéos sponsorisées : quel budget pour apprendre ?',
    'ads',
    'Dix vidéos à 15 € par jour pendant quatre jours, et garder les deux meilleures.',
    ['L’accroche décide.'],
  ],
  [
    'TVA : premier dépassement du seuil en Belgique',
    'legal',
    'Au-delà de 10 000 € de ventes à distance, la TVA du pays du client s’applique dès la commande qui dépasse. Le guichet unique évite une immatriculation par pays.',
    ['S’inscrire au guichet avant la fin du trimestre.'],
  ],
  [
    'Contestation de paiement gagnée contre une banque',
    'legal',
    'Le dossier a convaincu avec la preuve de remise, les échanges et les conditions acceptées. La somme est revenue en six semaines.',
    ['Répondre dans les sept jours.', 'Activer l’authentification forte.'],
  ],
  [
    'Stripe retient nos versements depuis deux semaines',
    'other',
    'Une hausse soudaine des ventes déclenche un contrôle. Envoyer les factures du fournisseur et les numéros de suivi a débloqué les fonds.',
    ['Prévenir le prestataire avant une opération commerciale.'],
  ],
  [
    'Migration de CMS : chute de 40 % du trafic naturel',
    'tech',
    'Il manquait trois cents redirections de pages filtrées, et des balises canoniques.',
    ['Comparer page par page après deux semaines.'],
  ],
  [
    'Les conversions ne remontent plus depuis la mise à jour du consentement',
    'tech',
    'Le mode de consentement doit être chargé avant le gestionnaire de balises.',
    ['Déplacer le script en tête de page.'],
  ],
  [
    'Boutique trop lente sur téléphone',
    'tech',
    'Les images pesaient deux mégaoctets et sept extensions ne servaient plus. La page s’affiche en deux secondes.',
    ['Supprimer les extensions inutiles.', 'Compresser les photos.'],
  ],
  [
    'Boutique piratée un samedi soir',
    'tech',
    'Un module ajouté à la main volait les cartes. Fermer le site, changer les mots de passe, prévenir la CNIL sous 72 heures.',
    ['Restaurer une sauvegarde antérieure.'],
  ],
  [
    'Abandon de panier passé de 62 à 81 % en une semaine',
    'conversion',
    'Sur mobile, le clavier cachait le champ de l’adresse. Un vieux téléphone l’a montré.',
    ['Tester le tunnel de commande chaque lundi.'],
  ],
  [
    'Soldes : afficher un prix barré sans risque',
    'legal',
    'Le prix de référence est le plus bas des trente derniers jours.',
    ['Garder une trace datée de chaque prix.'],
  ],
  [
    'Fournisseur portugais en retard de six semaines',
    'sourcing',
    'Proposer aux clients d’attendre avec un geste ou d’être remboursés : huit sur dix attendent.',
    ['Demander une pièce témoin avant de lancer la série.'],
  ],
  [
    'Conteneur bloqué à l’arrivée : document manquant',
    'sourcing',
    'Le laboratoire renvoie l’attestation en un jour. Un entrepôt sous douane coûte trois fois moins que le quai.',
    ['Vérifier les documents avant le départ du bateau.'],
  ],
  [
    'Trouver un atelier en Europe pour de petites séries',
    'sourcing',
    'Les ateliers de Guimarães et de Łódź acceptent deux cents pièces avec un acompte de trente pour cent.',
    ['Visiter avant de commander.'],
  ],
  [
    'Produit défectueux : rappeler tout un lot',
    'legal',
    'Déclarer le rappel, prévenir chaque acheteur et garder la preuve des envois.',
    ['Ne pas attendre le deuxième incident.'],
  ],
  [
    'Une boutique copie nos photos et nos textes',
    'legal',
    'Un constat daté puis un signalement à l’hébergeur ont suffi : les pages ont disparu en cinq jours.',
    ['Déposer la marque auprès de l’INPI.'],
  ],
  [
    'Première embauche : préparateur ou service client ?',
    'team',
    'Commencer par la préparation à mi-temps : c’est le plus facile à déléguer.',
    ['Garder le service client au début.'],
  ],
  [
    'Animer une communauté de clientes sans y passer ses soirées',
    'team',
    'Deux ambassadrices et deux rendez-vous par semaine suffisent.',
    ['Une page de réponses types.'],
  ],
  [
    'Au bord du burn-out pendant les fêtes',
    'team',
    'Fermer les messages le dimanche et annoncer un délai de deux jours n’a fait perdre aucune vente.',
    ['Prévenir son entourage.'],
  ],
  [
    'Une cliente exige un remboursement après trente jours',
    'legal',
    'Le droit de rétractation dure quatorze jours, mais un avoir a évité une dispute publique.',
    ['Écrire la politique de retour sur la fiche produit.'],
  ],
  [
    'Retours de matelas : transporteur qui refuse les cartons ouverts',
    'other',
    'Un prestataire spécialisé reprend les gros volumes et les revend à une association.',
    ['Facturer la reprise quand la loi le permet.'],
  ],
  [
    'Une influenceuse n’a pas publié après avoir reçu les produits',
    'other',
    'Relancer deux fois, puis demander le retour des produits comme le contrat le prévoit.',
    ['Payer la moitié à la publication.'],
  ],
  [
    'Vendre sur Amazon sans abîmer sa marque',
    'other',
    'Réserver deux références à la place de marché et garder le reste pour la boutique.',
    ['Surveiller les revendeurs non autorisés.'],
  ],
  [
    'Trésorerie : passer l’été sans découvert',
    'other',
    'Étaler les commandes aux fournisseurs et négocier soixante jours.',
    ['Préparer un prévisionnel de treize semaines.'],
  ],
  [
    'Contrôle fiscal : ce que l’inspecteur a demandé',
    'legal',
    'Il a voulu les journaux de caisse, les factures et le détail des ventes hors de France.',
    ['Se faire accompagner par son expert-comptable.'],
  ],
  [
    'Rupture de stock sur le produit phare',
    'sourcing',
    'Ouvrir les précommandes avec une date honnête a gardé sept ventes sur dix.',
    ['Calculer le seuil de réassort.'],
  ],
];

/** Each question has the beginning of the article that answers. */
const QUESTIONS: [string, string][] = [
  ['colis perdu', 'Transporteur : colis marqués livrés'],
  ['mes mails tombent en spam', 'Les e-mails de relance arrivent'],
  ['faux avis', 'Avis négatifs en rafale'],
  ['bijoux', 'Avis négatifs en rafale'],
  ['livraisson non reçue', 'Transporteur : colis marqués livrés'],
  ['pub facebook bloquée', 'Compte publicitaire suspendu'],
  ['comment baisser le CAC de mes campagnes', 'Coût d’acquisition doublé'],
  ['OSS tva europe', 'TVA : premier dépassement'],
  ['chargeback', 'Contestation de paiement gagnée'],
  ['mon SEO a chuté après le passage à shopify', 'Migration de CMS'],
  ['site lent', 'Boutique trop lente'],
  ['recruter quelqu’un', 'Première embauche'],
  ['un concurrent a volé mes photos', 'Une boutique copie nos photos'],
  ['client qui veut être remboursé hors délai', 'Une cliente exige un remboursement'],
  ['contaneur coincé en douane', 'Conteneur bloqué'],
];

/** These questions were written after the search and its synonyms, which were not changed for them. */
const FURTHER_QUESTIONS: [string, string][] = [
  ['paypal garde mon argent', 'Stripe retient nos versements'],
  ['on s’est fait hacker', 'Boutique piratée'],
  ['panier abandonné mobile', 'Abandon de panier'],
  ['fatigué, je n’en peux plus', 'Au bord du burn-out'],
  ['cookies et google analytics', 'Les conversions ne remontent plus'],
  ['black friday prix barrés', 'Soldes : afficher un prix barré'],
  ['usine en retard', 'Fournisseur portugais'],
  ['instagrameuse ne poste pas, influence', 'Une influenceuse'],
  ['trésorrerie', 'Trésorerie'],
  ['marketplace', 'Vendre sur Amazon'],
  ['plus de stock', 'Rupture de stock'],
  ['fisc', 'Contrôle fiscal'],
];

let guilde: Guilde;
let claire: Client;

const ask = async (q: string) =>
  granted(await claire.get<KnowledgePage>(`/api/knowledge?q=${encodeURIComponent(q)}`));

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  for (const [title, category, summary, points] of ARTICLES) {
    const keyPoints = points.map((text, at) => ({ text, messages: [at + 1] }));
    await storeArticle(guilde.deps, { title, category, summary, keyPoints });
  }
});
afterAll(() => guilde.close());

/** Returns the questions whose article is not first or second, with what is found instead. */
async function unanswered(questions: [string, string][]): Promise<Record<string, string[]>> {
  const failed: Record<string, string[]> = {};
  for (const [q, wanted] of questions) {
    const best = (await ask(q)).items.slice(0, 2).map(({ title }) => title);
    if (!best.some((title) => title.startsWith(wanted))) failed[q] = best;
  }
  return failed;
}

it('answers at least 14 of 15 questions of a merchant with the right article first or second', async () => {
  const failed = await unanswered(QUESTIONS);
  expect(Object.keys(failed).length, JSON.stringify(failed, null, 2)).toBeLessThanOrEqual(1);
});

it('answers most of further questions', async () => {
  const failed = await unanswered(FURTHER_QUESTIONS);
  expect(Object.keys(failed).length, JSON.stringify(failed, null, 2)).toBeLessThanOrEqual(2);
});

it.each(['ads', 'pub', 'pubs', 'publicité', 'google ads', 'SEA'])(
  '« %s » finds what is about advertising, and no word that looks like a short synonym',
  async (q) => {
    const found = (await ask(q)).items.map(({ title }) => title);
    expect(found.slice(0, 2).some((title) => /publicitaire|acquisition|sponsorisées/.test(title))).toBe(true);
    expect(found.join()).not.toMatch(/soirées|influenceuse/);
  },
);

describe('a word with one wrong letter', () => {
  it.each([
    ['transprteur', 'transporteur'],
    ['transporteurr', 'transporteur'],
    ['trensporteur', 'transporteur'],
    ['rtansporteur', 'transporteur'],
    ['piratee', undefined],
    ['xylophone', undefined],
    ['coli', undefined],
  ])('« %s » is read as %s', async (q, read) => {
    const { readings } = await ask(q);
    expect(readings).toEqual(read ? [{ typed: q, read }] : []);
  });

  it('is read beside words that are right', async () => {
    const { items, readings } = await ask('retour cartonss');
    expect(items[0]?.title).toMatch(/^Retours de matelas/);
    expect(readings).toEqual([{ typed: 'cartonss', read: 'cartons' }]);
  });
});

describe('what is found says why', () => {
  const marked = (text: string, ranges: [number, number][] = []) =>
    ranges.map(([from, to]) => text.slice(from, to));

  it.each([
    ['chargeback', ['Contestation']],
    ['mails en spam', ['mails', 'indésirable']],
    ['transprteur', ['transporteur']],
    ['TRESORERIE', ['Trésorerie', 'découvert']],
  ])('« %s » in the title', async (q, words) => {
    const [best] = (await ask(q)).items;
    expect(marked(best?.title ?? '', best?.highlights?.title)).toEqual(words);
  });

  it('in the category too', async () => {
    const { items } = await ask('juridique');
    expect(items.length).toBeGreaterThan(0);
    for (const { highlights } of items) expect(highlights?.category).toEqual([[0, 9]]);
  });
});

it.each([
  'tva colis retour stock site prix photo litige',
  `${'a'.repeat(24)} ${'b'.repeat(24)} ${'c'.repeat(24)} ${'d'.repeat(24)}`,
  'é'.repeat(100),
  'e\u0301'.repeat(50),
  '" OR search_stems : (tva) -- NEAR(tva colis)*',
  'tva\0colis',
  '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15',
  '() {} ^ + - * " : ,',
  'compte compte compte compte comptes comptés',
])('a hostile or crowded question is answered: %j', async (q) => {
  const { items } = await ask(q);
  expect(items.length).toBeLessThanOrEqual(20);
});

it('a question asked of one category reads no word wrongly that another category has', async () => {
  const q = encodeURIComponent('conteneur');
  const page = granted(await claire.get<KnowledgePage>(`/api/knowledge?category=team&q=${q}`));
  expect(page).toMatchObject({ items: [], readings: [] });
});
