import { CARRIERS, CMS, PAYMENTS } from './profiles-options.ts';

type Platform = Exclude<(typeof CMS)[number], { id: 'custom' | 'other' }>;

const PLATFORMS = CMS.filter((one): one is Platform => one.id !== 'custom' && one.id !== 'other');

/** What can fail for many shops at once. */
export const TOOL_GROUPS = [
  { group: 'Plateformes', tools: PLATFORMS },
  { group: 'Paiement', tools: PAYMENTS },
  { group: 'Transporteurs', tools: CARRIERS },
] as const;

export const TOOLS = [...PLATFORMS, ...PAYMENTS, ...CARRIERS];

export const INCIDENT_ANSWERS = [
  { id: 'ongoing', label: 'Toujours' },
  { id: 'restored', label: 'Rétabli' },
] as const;

/** `dismissed` and what follows: it has ended so. */
export const INCIDENT_STATES = [
  { id: 'proposed', label: 'À confirmer' },
  { id: 'confirmed', label: 'Confirmée' },
  { id: 'dismissed', label: 'Écartée' },
  { id: 'restored', label: 'Rétablie, d’après les membres' },
  { id: 'quiet', label: 'Sans nouvelles' },
  { id: 'ended', label: 'Terminée par l’équipe' },
] as const;

/** Other names, folded, by which a text means a tool. */
export const TOOL_ALIASES: Partial<Record<(typeof TOOLS)[number]['id'], readonly string[]>> = {
  woocommerce: ['woo'],
  prestashop: ['presta'],
  magento: ['adobe commerce'],
  'shopify-payments': ['shopify payment', 'shop pay'],
  paypal: ['pay pal'],
  payzen: ['systempay', 'lyra'],
  monetico: ['cic paiement'],
  colissimo: ['la poste'],
  chronopost: ['chrono post'],
};
