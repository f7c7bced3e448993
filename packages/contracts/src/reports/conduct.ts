/** Each text continues « Il est interdit » in « Règles de conduite » of the terms. */
export const CONDUCT_RULES = [
  {
    id: 'solicitation',
    text: 'de démarcher, de faire de la publicité ou de vendre une prestation aux autres membres',
  },
  { id: 'harassment', text: 'de harceler, d’insulter, de discriminer ou de menacer' },
  { id: 'impersonation', text: 'd’usurper une identité, une boutique ou une qualité' },
  { id: 'eligibility', text: 'd’avoir un compte sans remplir les conditions pour devenir membre' },
  {
    id: 'unlawful',
    text: 'de publier un contenu illicite, diffamatoire ou contrefaisant, les données personnelles d’un tiers (vos clients, par exemple) ou le secret d’autrui',
  },
  {
    id: 'competition',
    text: 'de s’entendre sur des prix, de partager un marché ou d’enfreindre autrement le droit de la concurrence',
  },
  {
    id: 'undisclosed-interest',
    text: 'de taire un intérêt dans un deal\u00a0: une rémunération, une commission ou un lien avec le fournisseur',
  },
  {
    id: 'confidentiality',
    text: 'de diffuser hors de Guilde ce qu’un membre y a confié, sans son accord\u00a0: les conversations sont confidentielles',
  },
  {
    id: 'misuse',
    text: 'd’extraire les données en masse, de contourner les limites ou les protections, ou de gêner le service',
  },
  { id: 'manipulation', text: 'de manipuler les évaluations, les invitations ou les signalements' },
] as const;

/** The rule of « Résumés et base de connaissances » is no fault of the author of the SOS. */
export const ARTICLE_RULE = {
  id: 'accuracy',
  text: 'un résumé inexact, dépassé ou en double est retiré',
} as const;

/** The rule of « Événements » is no fault of the host. */
export const EVENT_RULE = {
  id: 'practical',
  text: 'un événement qui ne peut pas avoir lieu est annulé',
} as const;

/** The rule of « Évaluations » is no fault of who gave the rating. */
export const RATING_RULE = {
  id: 'off-topic',
  text: 'une évaluation qui ne porte pas sur l’aide apportée est retirée',
} as const;

const FAULTLESS = [ARTICLE_RULE, EVENT_RULE, RATING_RULE] as const;

export type ConductRuleId = (typeof CONDUCT_RULES)[number]['id'];

export const conductRuleIds = CONDUCT_RULES.map(({ id }) => id) as [ConductRuleId, ...ConductRuleId[]];

/** A measure names one of these; one on an article, an event or a rating may name that of its own, which blames nobody. */
export type RuleId = ConductRuleId | (typeof FAULTLESS)[number]['id'];

export const articleRuleIds = [ARTICLE_RULE.id, ...conductRuleIds] as const;
export const eventRuleIds = [EVENT_RULE.id, ...conductRuleIds] as const;
export const ratingRuleIds = [RATING_RULE.id, ...conductRuleIds] as const;
export type ArticleRuleId = (typeof articleRuleIds)[number];
export type EventRuleId = (typeof eventRuleIds)[number];
export type RatingRuleId = (typeof ratingRuleIds)[number];

export const ruleIds = [ARTICLE_RULE.id, RATING_RULE.id, ...eventRuleIds] as [RuleId, ...RuleId[]];

export function isFaultless(id: RuleId): boolean {
  return FAULTLESS.some((rule) => rule.id === id);
}

/** The sentence begins with « Il est interdit » and has no full stop. */
export function ruleSentence(id: RuleId): string {
  const text = conductRuleText(id) ?? '';
  return isFaultless(id) ? text.replace(/^u/, 'U') : `Il est interdit ${text}`;
}

/** The text is null for an unknown id. */
export function conductRuleText(id: string): string | null {
  return [...FAULTLESS, ...CONDUCT_RULES].find((rule) => rule.id === id)?.text ?? null;
}
