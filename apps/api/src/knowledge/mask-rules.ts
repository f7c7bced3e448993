export type Rule = { pattern: RegExp; mask: string | ((found: string, ...groups: string[]) => string) };

export const MASKS = {
  email: '[e-mail]',
  phone: '[téléphone]',
  bank: '[coordonnées bancaires]',
  card: '[carte bancaire]',
  company: '[SIRET]',
  number: '[numéro]',
  address: '[adresse]',
  secret: '[identifiant]',
  person: '[nom]',
};

export const PATTERN_MASK = new RegExp(
  Object.values(MASKS)
    .map((mask) => mask.replace(/[[\]]/g, '\\$&'))
    .join('|'),
  'g',
);

/** A number with a unit identifies nobody. Units are plural because of « commande 4512 produit manquant ». */
export const UNIT =
  "(?:\\+(?!\\s?\\d)|\\s?(?:[€%$£°]|/(?:an|mois|jour|j|h|semaine)|(?:k?€|k?euros?|eur|usd|ht|ttc|k|m|pi[èe]ces?|pcs|unit[ée]s?|exemplaires|paires|bo[îi]tes|cartons|palettes|flacons|sacs|lots|pages|fiches|produits|articles|r[ée]f[ée]rences|commandes|clients|ventes|visites|visiteurs|vues|sessions|clics|abonn[ée]s|personnes|par (?:jour|semaine|mois|an|heure)|mots|caract[èe]res|lignes|fois|secondes|minutes|heures|jours|semaines|mois|ans|h|j|kg|g|mg|km|cm|mm|m[²2³3]|ml|cl|l|litres)(?![\\p{L}\\d'’])))";
/** A year is not part of a number: « commande 2024-0012 ». */
export const YEAR = '(?:19|20)\\d{2}(?![-_/]?[\\p{L}\\d])';
export const DATE =
  '(?:(?:\\d{1,2}[./-])?\\d{1,2}[./-](?:19|20)\\d{2}(?![./_-]?\\d)|(?:19|20)\\d{2}[./-]\\d{1,2}(?:[./-]\\d{1,2})?(?![\\d./_-]?\\d))';
export const AMOUNT = `\\d(?:[\\s.,]?\\d){0,11}(?:${UNIT})`;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

export function applyRules(rules: readonly Rule[], text: string): string {
  let hidden = text;
  for (const { pattern, mask } of rules)
    hidden = typeof mask === 'string' ? hidden.replaceAll(pattern, mask) : hidden.replaceAll(pattern, mask);
  return hidden;
}
