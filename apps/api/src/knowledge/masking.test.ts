import { describe, expect, it } from 'vitest';
import { createMask, type NamedPerson } from './masking.ts';

const claire = person('Claire', 'Martin', 'Atelier Nord', 'https://www.atelier-nord.fr');
const zoe = person('Zoé', 'Lefèvre', 'Petite Œuvre', 'https://petite-oeuvre.exemple.fr/fr');
const rose = person('Rose', 'Petit', 'La Boutique', 'https://www.etsy.com/fr/shop/RosePetit');
const jean = person('Jean-Pierre', 'De La Tour', 'Épices & Co', 'epices.example');
const li = person('Li', 'O’Connor', 'Z', '');
const mask = createMask([claire, zoe, rose, jean, li]);

function person(firstName: string, lastName: string, storeName: string, storeUrl: string): NamedPerson {
  return { firstName, lastName, storeName, storeUrl };
}

describe('names', () => {
  it.each([
    ['Merci Claire, c’est réglé.', 'Merci Membre 1, c’est réglé.'],
    ['claire a raison', 'Membre 1 a raison'],
    ['CLAIRE MARTIN confirme', 'Membre 1 confirme'],
    ['Martin Claire', 'Membre 1'],
    ['Claire M. me l’a dit', 'Membre 1 me l’a dit'],
    ['C’est Claire.', 'C’est Membre 1.'],
    ['Zoe, zoé, ZOÉ, Zoe\u0301', 'Membre 2, Membre 2, Membre 2, Membre 2'],
    ['Madame Lefevre et Mme LEFÈVRE', 'Madame Membre 2 et Mme Membre 2'],
    ['@zoe.lefevre sur les réseaux', '@Membre 2 sur les réseaux'],
    ['@clairemartin', '@Membre 1'],
    ['Za Zoéline éclaire et claironne', 'Za Zoéline éclaire et claironne'],
    ['jean pierre, Jean-Pierre, JEAN‑PIERRE et Jean', 'Membre 4, Membre 4, Membre 4 et Membre 4'],
    ['M. de la Tour', 'M. Membre 4'],
    ['la tour et le jean', 'la tour et le jean'],
    ['Li propose mieux que li', 'Membre 5 propose mieux que li'],
    ["O'connor, o’connor et OConnor", 'Membre 5, Membre 5 et Membre 5'],
    ['Cla\u200bire et Mar\u00adtin', 'Membre 1 et Membre 1'],
    ['Chez Atelier Nord, atelier-nord et ateliernord', 'Chez Boutique 1, Boutique 1 et Boutique 1'],
    ['un atelier au nord', 'un atelier au nord'],
    ['petite oeuvre, Petite Œuvre', 'Boutique 2, Boutique 2'],
    ['Épices & Co, epices et co, Épices and Co', 'Boutique 4, Boutique 4, Épices and Co'],
  ])('%j is told as %j', (text, told) => {
    expect(mask.hide(text)).toBe(told);
  });

  it('that are words too are hidden with a capital and left alone without', () => {
    expect(mask.hide('Rose a un petit budget pour une robe rose')).toBe(
      'Membre 3 a un petit budget pour une robe rose',
    );
    expect(mask.hide('Selon Mme Petit, la boutique est lente')).toBe(
      'Selon Mme Membre 3, la boutique est lente',
    );
    expect(mask.hide('Rose Petit et rose petit')).toBe('Membre 3 et rose petit');
  });

  it('of somebody who is greeted are hidden even when nobody knows them', () => {
    expect(mask.hide('Bonjour Gwenaëlle, merci Anne-Laure !')).toBe('Bonjour un membre, merci un membre !');
    expect(mask.hide('Merci à tous, merci beaucoup Bob.')).toBe('Merci à tous, merci beaucoup un membre.');
    expect(mask.hide('Bonjour à tous. Les Bons plans')).toBe('Bonjour à tous. Les Bons plans');
  });
});

describe('addresses and numbers', () => {
  it.each([
    ['Écris à claire.martin+pro@gmail.com.', 'Écris à [e-mail].'],
    ['ÉLODIE@exämple.fr', '[e-mail]'],
    ['elodie (at) exemple (point) fr', '[e-mail]'],
    ['elodie [at] exemple.fr', '[e-mail]'],
    ['06 12 34 56 78', '[téléphone]'],
    ['06.12.34.56.78 ou 0612345678', '[téléphone] ou [téléphone]'],
    ['06-12-34-56-78, 01\u202f42\u202f34\u202f56\u202f78', '[téléphone], [téléphone]'],
    ['+33 6 12 34 56 78 et +33612345678', '[téléphone] et [téléphone]'],
    ['0033 (0)6 12 34 56 78', '[téléphone]'],
    ['+32 470 12 34 56, +1 (415) 555-2671', '[téléphone], [téléphone]'],
    ['0 805 123 456', '[téléphone]'],
    ['FR76 3000 6000 0112 3456 7890 189', '[coordonnées bancaires]'],
    ['fr7630006000011234567890189', '[coordonnées bancaires]'],
    ['BE71 0961 2345 6769', '[coordonnées bancaires]'],
    ['RIB 30006 00001 12345678901 89', 'RIB [coordonnées bancaires]'],
    ['4970 1000 0000 0048 ou 4970100000000048', '[carte bancaire] ou [carte bancaire]'],
    ['SIRET 732 829 320 00074', 'SIRET [SIRET]'],
    ['SIRET : 73282932000074', 'SIRET : [SIRET]'],
    ['siren 732829320', 'siren [SIRET]'],
    ['732 829 320 00074', '[SIRET]'],
    ['TVA FR 40 303 265 045', 'TVA [SIRET]'],
    ['la commande n° 4512 est perdue', 'la commande n° [numéro] est perdue'],
    ['commande n°\u00a04512', 'commande n°\u00a0[numéro]'],
    ['commande #45123', 'commande #[numéro]'],
    ['#45123 et #A-4512', '[numéro] et [numéro]'],
    ['CMD-2024-0012, FA_2024_113', '[numéro], [numéro]'],
    ['dossier : 77-31-B2', 'dossier : [numéro]'],
    ['numéro de suivi : 6A12345678901', 'numéro de suivi : [numéro]'],
    ['1Z999AA10123456784', '[numéro]'],
    ['ticket 123456789', 'ticket [numéro]'],
    ['au 12 bis rue des Lilas, 75011 Paris', 'au [adresse]'],
    ['clé sk_live_51HxA9bC8dE7fG6hI5jK4', 'clé [identifiant]'],
  ])('%j is told as %j', (text, told) => {
    expect(mask.hide(text)).toBe(told);
  });

  it.each([
    ['Budget de 1 500 € par mois, soit 18 000 € par an'],
    ['De 62 à 81 % en 7 jours, depuis le 12/03/2026 à 14 h 05'],
    ['Le 01.02.2024 10 commandes'],
    ['1 200 pièces à 10 000 € le conteneur'],
    ['Depuis COVID-19, la norme ISO-9001 et UTF-8'],
    ['GA4, G2, 3D et la version 10.4.2'],
    ['Le point #1 : les commandes de 2024'],
    ['100 000 000 de vues'],
    ['La référence est claire-obscure'.replace('claire', 'clair')],
    ['Prends la route du soleil, c’est plus court'],
  ])('%j tells nothing about anybody', (text) => {
    expect(mask.hide(text)).toBe(text);
  });
});

describe('links', () => {
  it.each([
    ['https://help.shopify.com/fr/manual/ssl', 'https://help.shopify.com/fr/manual/ssl'],
    ['Lis support.google.com/ads, c’est dit.', 'Lis support.google.com/ads, c’est dit.'],
    ['https://exemple.fr/page?token=abc&u=12#x', 'https://exemple.fr/page'],
    ['(voir https://exemple.fr/suivi/784512369.)', '(voir https://exemple.fr/suivi/….)'],
    ['https://u:p@exemple.fr/a', 'https://exemple.fr/a'],
    ['exemple.fr/panier?id=4', 'exemple.fr/panier'],
    ['https://drive.google.com/file/d/1AbCdEfGh2IjKlMnOp3/view', 'https://drive.google.com/file/d/…/view'],
    ['ftp://exemple.fr/secret', '[lien]'],
    ['https://www.atelier-nord.fr/produits/lampe', 'Boutique 1'],
    ['Va sur atelier-nord.fr.', 'Va sur Boutique 1.'],
    ['http://fr.petite-oeuvre.exemple.fr', 'Boutique 2'],
    ['https://www.etsy.com/fr/shop/RosePetit?ref=x', 'Boutique 3'],
    ['https://www.etsy.com/legal', 'https://www.etsy.com/legal'],
    ['mon-magasin.myshopify.com/admin', 'une boutique'],
    ['epices.example', 'Boutique 4'],
  ])('%j is told as %j', (text, told) => {
    expect(mask.hide(text)).toBe(told);
  });
});

describe('what readers see', () => {
  it.each([
    ['Membre 2 conseille d’attendre.', 'Un membre conseille d’attendre.'],
    [
      'Selon Membre 2, il faut attendre. membre 1 confirme.',
      'Selon un membre, il faut attendre. Un membre confirme.',
    ],
    ['Le conseil de Membre 2 et que Membre 3 suit', 'Le conseil d’un membre et qu’un membre suit'],
    ['Le Membre 2 répond au Membre 3 du Membre 4', 'Un membre répond à un membre d’un membre'],
    ['Membre 1 et Membre 2 confirment', 'Des membres confirment'],
    ['Les membres 1, 2 et 3 confirment', 'Des membres confirment'],
    ['Le site de Boutique 1 et la Boutique 2', 'Le site d’une boutique et une boutique'],
    ['Claire l’a vu chez Atelier Nord', 'Un membre l’a vu chez une boutique'],
  ])('%j is shown as %j', (text, shown) => {
    expect(mask.neutral(text)).toBe(shown);
  });

  it('names nobody after it has been masked twice', () => {
    const text = 'Claire Martin (claire@exemple.fr, 06 12 34 56 78) de Atelier Nord';
    const once = mask.neutral(text);
    expect(once).not.toMatch(/claire|martin|exemple|06|nord/i);
    expect(mask.neutral(once)).toBe(once);
  });
});

describe('a hostile text', () => {
  it('cannot bring marks of its own', () => {
    expect(mask.hide('\uE000M1\uE001 \uE000B\uE001')).toBe('M1 B');
  });

  it.each([
    'a.'.repeat(20_000),
    '1 '.repeat(20_000),
    'x@'.repeat(20_000),
    '+33'.repeat(10_000),
    `http://${'a/'.repeat(20_000)}`,
  ])('of %#  is masked all the same', (text) => {
    expect(typeof mask.hide(text)).toBe('string');
  });
});
