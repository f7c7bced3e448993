import { foldText } from '@guilde/contracts/text.ts';
import { searchFields } from '../src/platform/database/search.ts';

const SUBJECTS =
  'Mon compte publicitaire|Le transporteur|La plateforme de paiement|Notre fournisseur|Le module de livraison|Une cliente|Le flux de produits|La page d’accueil|Mon agence|Le service client|La campagne de Noël|Notre entrepôt|Le tunnel de commande|La fiche produit|Un concurrent|La newsletter|Le référencement|Mon comptable|La douane|Le programme de fidélité'.split(
    '|',
  );
const VERBS =
  'a suspendu|refuse depuis lundi|ne trouve plus|demande de rembourser|a doublé|bloque sans explication|perd|a remplacé|facture deux fois|oublie d’expédier|conteste|ralentit|traduit mal|met en avant|a cassé|retarde|annule|compare|prépare|négocie'.split(
    '|',
  );
const OBJECTS =
  'les commandes du week-end|la moitié des colis|les remboursements|le budget de novembre|les annonces dynamiques|l’étiquette des bijoux|les avis négatifs|la TVA intracommunautaire|les abonnements|le stock de bougies|les prix barrés|l’affichage sur mobile|la confirmation d’achat|les paniers abandonnés|les retours frauduleux|la vidéo de présentation|le délai de production|la remise fidélité|les codes promotionnels|la livraison au cœur de la ville'.split(
    '|',
  );
const ENDINGS =
  'et je ne sais pas par où commencer|alors que rien n’a changé|malgré trois relances|ce qui nous coûte huit points de marge|depuis la mise à jour|sans que le support réponde|et la saison commence demain|comme l’an dernier'.split(
    '|',
  );

export const QUESTIONS = [
  'remboursement',
  'coeur',
  'livr',
  'compte suspendu',
  'tva intra',
  'bijou',
  'transporteur retard colis',
  'numero 4711',
  'fidelite',
  'pa',
];

const known = new Map<string, ReturnType<typeof searchFields>>();

function fieldsOf(sentence: string): ReturnType<typeof searchFields> {
  const fields = known.get(sentence) ?? searchFields(sentence);
  known.set(sentence, fields);
  return fields;
}

export function textOf(index: number) {
  const sentences = [0, 1, 2, 3].map((line) => sentence(index * 4 + line));
  const title = `${sentences[0]?.split(' ').slice(0, 7).join(' ')}, numéro ${index}`;
  const stems = new Set(sentences.flatMap((one) => fieldsOf(one).searchStems.split(' ')));
  return {
    title,
    text: sentences.join(' '),
    searchText: `${foldText(title)}\n${sentences.map((one) => fieldsOf(one).searchText).join(' ')}`,
    searchStems: [...stems].join(' '),
  };
}

function sentence(index: number): string {
  const spread = (index * 2_654_435_761) >>> 7;
  const [subject, verb] = [SUBJECTS[spread % 20], VERBS[(spread >>> 5) % 20]];
  return `${subject} ${verb} ${OBJECTS[(spread >>> 10) % 20]} ${ENDINGS[(spread >>> 15) % 8]}.`;
}
