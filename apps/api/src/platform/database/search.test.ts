import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import {
  highlightsOf,
  matchOf,
  searchedWords,
  searchFields,
  significantStems,
  significantWords,
} from './search.ts';

/** The index is that of the migrations, on a table of its own. */
function indexOf(...texts: string[]) {
  const db = new DatabaseSync(':memory:');
  db.exec(
    "create virtual table found using fts5(search_text, search_stems, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3')",
  );
  const insert = db.prepare('insert into found (rowid, search_text, search_stems) values (?, ?, ?)');
  for (const [index, text] of texts.entries()) {
    const { searchText, searchStems } = searchFields(text);
    insert.run(index, searchText, searchStems);
  }
  const select = db.prepare('select rowid from found where found match ? order by rowid');
  return (match: string) => select.all(match).map(({ rowid }) => texts[Number(rowid)]);
}

const finds = (text: string, q: string) => indexOf(text)(matchOf(q)).length === 1;

describe('a search finds', () => {
  it.each([
    // Case, accents and ligatures do not matter.
    ['Rembourser un CLIENT', 'client'],
    ['Fermeture à Noël', 'noel'],
    ['Une baisse des ventes en ete', 'été'],
    ['Au cœur de l’été', 'coeur'],
    ['Au coeur des choses', 'cœur'],
    ['ŒUVRES d’art', 'oeuvre'],
    ['Curriculum vitæ', 'vitae'],
    // Words of one family match.
    ['Rembourser un client mécontent', 'remboursement'],
    ['Le client a été remboursé', 'remboursement'],
    ['Des commandes remboursées deux fois', 'remboursement'],
    ['Demande de remboursement', 'rembourser'],
    ['Le colis n’est pas livré', 'livraison'],
    ['Un livreur introuvable', 'livrer'],
    ['Retard de livraison', 'livré'],
    ['Compte suspendu', 'suspendre'],
    ['Comment vendre en Belgique', 'vendeur'],
    ['Annulation de commande', 'annuler'],
    ['Compte bloqué', 'blocage'],
    ['Frais d’expédition', 'expédier'],
    ['Négocier avec un fournisseur', 'négociation'],
    ['Facturer la TVA', 'facturation'],
    ['Financer le stock', 'financement'],
    ['Un paiement refusé', 'payer'],
    ['Optimiser ses fiches', 'optimisation'],
    ['Référencement naturel', 'référencer'],
    ['Paniers abandonnés', 'abandon'],
    // Number and gender do not matter.
    ['Deux tribunaux compétents', 'tribunal'],
    ['Un journal de bord', 'journaux'],
    ['Nouveaux transporteurs', 'nouveau transporteur'],
    ['Une cliente heureuse', 'client heureux'],
    ['Vendre un bijou', 'bijoux'],
    ['Des bijoux en argent', 'bijou'],
    ['Des colis perdus', 'perdue'],
    ['Une facture reçue', 'reçus'],
    ['Des fonds retenus', 'retenue'],
    ['Des travaux dans l’entrepôt', 'travail'],
    ['Le travail du dimanche', 'travaux'],
    // Elisions and hyphens match, straight and curly.
    ['L’été des soldes', 'ete'],
    ["l'annonce est refusée", "l'annonce"],
    ['Problème d’URSSAF', 'urssaf'],
    ['La préparation-colis', 'préparation colis'],
    ['Le e-commerce', 'e-commerce'],
    // Beginnings match, while somebody is typing.
    ['Rembourser un client', 're'],
    ['Rembourser un client', 'rembour'],
    ['Compte Ads suspendu', 'ads sus'],
    ['Facture n° 2026-118', '2026'],
    // Accents may be left out of an inflected word, and the other way round.
    ['Commandes remboursées', 'remboursee'],
    ['Une annonce bloquée', 'bloquee'],
    ['commande remboursee', 'remboursée'],
    // Articles and the like do not hinder.
    ['Rembourser un client', 'le remboursement de mon client'],
    ['Retard de livraison', 'pourquoi ma livraison est en retard'],
    ['Le compte', 'le'],
  ])('« %s » by « %s »', (text, q) => {
    expect(finds(text, q)).toBe(true);
  });
});

describe('a search does not find', () => {
  it.each([
    ['Rembourser un client', 'ourser'],
    ['Rembourser un client', 'rembourser fournisseur'],
    ['Emballage cadeau', 'balle'],
    ['Un compte suspendu', 'comptable'],
    ['La marge', 'marque'],
    ['Retard de livraison', 'livre blanc'],
    ['Panier moyen', 'panne'],
    ['Douane suisse', 'doute'],
    ['Photo de produit', 'product'],
    ['Le compte', 'de'],
    ['Compte', ''],
    ['Compte', '  … !? « » '],
    ['Compte', '%'],
  ])('« %s » by « %s »', (text, q) => {
    expect(finds(text, q)).toBe(false);
  });
});

describe('what a person types is never an order', () => {
  const find = indexOf('Compte suspendu', 'Retard colis');
  it.each([
    '"',
    '""',
    '"compte',
    'compte"',
    'compte" OR "colis',
    'compte OR colis',
    'compte AND colis',
    'compte NOT suspendu',
    'NEAR(compte colis)',
    'search_text:colis',
    'search_stems : retard AND (',
    '{search_text} : "colis"',
    '- compte',
    '^retard + colis*',
    'compte*)',
    ')))((',
    "'; drop table found; --",
    'compte\0colis',
    '\ud800compte',
    `${'𝒂'.repeat(60)}`,
    'a '.repeat(50),
    '\u0301\u0302',
    '`^¨',
    'x'.repeat(5000),
  ])('%j', (q) => {
    const match = matchOf(q);
    const wanted = ['compte', 'colis', 'retard'].filter((word) => q.toLowerCase().includes(word));
    // The two texts share no word, so that at most one of them matches.
    expect(() => find(match)).not.toThrow();
    expect(find(match).length).toBeLessThanOrEqual(wanted.length > 0 ? 1 : 0);
  });
});

describe('a highlight', () => {
  it.each([
    ['Rembourser un client', 'client', 'Rembourser un [client]'],
    ['Le CŒUR de l’été', 'coeur ete', 'Le [CŒUR] de l’[été]'],
    ['Des cœurs', 'co', 'Des [cœ]urs'],
    ['Les commandes remboursées', 'remboursement', 'Les commandes [remboursées]'],
    ['Les commandes remboursées', 'rembours', 'Les commandes [rembours]ées'],
    ['Noël e\u0301te\u0301', 'noel été', '[Noël] [e\u0301te\u0301]'],
    ['Le colis de la cliente', 'le colis de', 'Le [colis] de la cliente'],
    ['😀 colis 😀 colis', 'colis', '😀 [colis] 😀 [colis]'],
    ['<b>colis</b>', 'b', '<[b]>colis</[b]>'],
    ['Un livre', 'un', '[Un] livre'],
    ['Rien', 'colis', 'Rien'],
    ['Rien', '', 'Rien'],
  ])('in « %s » of « %s »: %s', (text, q, expected) => {
    let marked = '';
    let end = 0;
    for (const [from, to] of highlightsOf(text, searchedWords(q))) {
      marked += `${text.slice(end, from)}[${text.slice(from, to)}]`;
      end = to;
    }
    expect(marked + text.slice(end)).toBe(expected);
  });

  it('is there for whatever a search finds', () => {
    for (const [text, q] of [
      ['Annulation', 'annuler'],
      ['Vitæ', 'vitae'],
      ['Préparation', 'preparee'],
    ] as const)
      expect(finds(text, q)).toBe(highlightsOf(text, searchedWords(q)).length > 0);
  });
});

it('knows the words that say what a text is about', () => {
  const words = significantStems(
    'Bonjour, j’ai un problème : le remboursement de mes clients, remboursés deux fois',
    9,
  );
  expect(words).toEqual([['rembours'], ['client']]);
  expect(significantStems('client colis retard', 2)).toHaveLength(2);
  expect(significantStems('clients et colis', 9, new Set(['client']))).toEqual([['colis']]);
});

it('leaves courtesies out of a question that says anything else', () => {
  const words = (q: string) => significantWords(q).map(({ word }) => word);
  expect(words('Bonjour, j’ai un problème avec mes colis, merci')).toEqual(['colis']);
  expect(words('sos')).toEqual(['sos']);
});
