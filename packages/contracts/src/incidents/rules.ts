import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { CARRIERS, CMS, optionLabel, PAYMENTS } from '../profiles/rules.ts';
import { foldText } from '../text.ts';
import type * as output from './output.ts';

type Platform = Exclude<(typeof CMS)[number], { id: 'custom' | 'other' }>;

/** A shop of its own making is no platform that others use. */
export const PLATFORMS = CMS.filter((one): one is Platform => one.id !== 'custom' && one.id !== 'other');

/** These tools can fail for many shops at once. */
export const TOOL_GROUPS = [
  { group: 'Plateformes', tools: PLATFORMS },
  { group: 'Paiement', tools: PAYMENTS },
  { group: 'Transporteurs', tools: CARRIERS },
] as const;

export const TOOLS = [...PLATFORMS, ...PAYMENTS, ...CARRIERS];

export const INCIDENT_ANSWERS = [
  { id: 'ongoing', label: 'Encore en panne' },
  { id: 'restored', label: 'Ça remarche' },
] as const;

export const INCIDENT_STATES = [
  { id: 'proposed', label: 'À confirmer' },
  { id: 'confirmed', label: 'Confirmée' },
  { id: 'dismissed', label: 'Écartée' },
  { id: 'restored', label: 'Rétablie, d’après les membres' },
  { id: 'quiet', label: 'Sans nouvelles' },
  { id: 'ended', label: 'Terminée par l’équipe' },
] as const;

/** The aliases are folded as texts are before the comparison. */
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

export type Tool = (typeof TOOLS)[number]['id'];
export type IncidentAnswer = (typeof INCIDENT_ANSWERS)[number]['id'];
export type IncidentState = (typeof INCIDENT_STATES)[number]['id'];
export type IncidentEnd = Exclude<IncidentState, 'proposed' | 'confirmed'>;

/** See docs/specification.md#incidents. */
export const INCIDENT_PEOPLE = 3;
export const INCIDENT_WINDOW_MS = 60 * 60_000;
export const DISMISSED_HOURS = 6;
export const SILENT_HOURS = 4;
/** So many « Ça remarche » end a proposed incident. */
export const RESTORED_VOTES = 3;
/** So many « Ça remarche » end a confirmed incident. */
export const CONFIRMED_RESTORED_VOTES = 10;

export type Incident = z.infer<typeof output.incidentOutput>;

export function toolLabel(tool: Tool): string {
  return optionLabel(TOOLS, tool);
}

const wordsOf = (name: string) => foldText(name).split(/[\s-]+/);
const NAMES = new Map<string, Tool>(
  TOOLS.flatMap(({ id, label }) =>
    [label, ...(TOOL_ALIASES[id] ?? [])].map((name) => [wordsOf(name).join(''), id] as const),
  ),
);

/** The longest name matches first: « Shopify Payments » does not name Shopify, nor « Start-ups » UPS. */
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${TOOLS.flatMap(({ id, label }) => [label, ...(TOOL_ALIASES[id] ?? [])])
    .sort((a, b) => b.length - a.length)
    .map((name) => wordsOf(name).join('[\\s-]?'))
    .join('|')})(?![\\p{L}\\p{N}-])`,
  'gu',
);

/** The tools are the chosen one and those that the text names (docs/specification.md#incidents). */
export function toolsOf(sos: { tool?: Tool | '' | undefined; title: string; description: string }): Tool[] {
  const named = foldText(`${sos.title}\n${sos.description}`).match(NAMED) ?? [];
  const tools = named.flatMap((name) => NAMES.get(wordsOf(name).join('')) ?? []);
  return [...new Set([...(sos.tool ? [sos.tool] : []), ...tools])];
}

export function denyVote(incident: { state: IncidentState }): ErrorCode | null {
  return isOpen(incident) ? null : 'INCIDENT_ENDED';
}

/** A proposed incident is confirmed or dismissed, and a confirmed one is ended. */
export function denyIncidentDecision(
  { state }: { state: IncidentState },
  decision: 'confirm' | 'dismiss' | 'end',
): ErrorCode | null {
  if (!isOpen({ state })) return 'INCIDENT_ENDED';
  const wanted = decision === 'end' ? 'confirmed' : 'proposed';
  return state === wanted ? null : 'INCIDENT_DECIDED';
}

export function isOpen({ state }: { state: IncidentState }): boolean {
  return state === 'proposed' || state === 'confirmed';
}
