import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { type INCIDENT_ANSWERS, type INCIDENT_STATES, TOOL_ALIASES, TOOLS } from './incidents-options.ts';
import type * as output from './incidents-output.ts';
import { optionLabel } from './profiles.ts';
import { foldText } from './text.ts';

export type Tool = (typeof TOOLS)[number]['id'];
export type IncidentAnswer = (typeof INCIDENT_ANSWERS)[number]['id'];
export type IncidentState = (typeof INCIDENT_STATES)[number]['id'];
/** How it has ended. */
export type IncidentEnd = Exclude<IncidentState, 'proposed' | 'confirmed'>;

/** See docs/specification.md#incidents. */
export const INCIDENT_PEOPLE = 3;
export const INCIDENT_WINDOW_MS = 60 * 60_000;
export const NEWCOMER_DAYS = 14;
export const DISMISSED_HOURS = 6;
export const SILENT_HOURS = 4;
/** People whose « Rétabli » end what was proposed. */
export const RESTORED_VOTES = 3;
/** As many end what the team has confirmed. */
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

/** The longest first: « Shopify Payments » does not name Shopify. « Start-ups » does not name UPS. */
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${TOOLS.flatMap(({ id, label }) => [label, ...(TOOL_ALIASES[id] ?? [])])
    .sort((a, b) => b.length - a.length)
    .map((name) => wordsOf(name).join('[\\s-]?'))
    .join('|')})(?![\\p{L}\\p{N}-])`,
  'gu',
);

/** Which tools an SOS is about: the one that was chosen, and those that its text names (docs/specification.md#incidents). */
export function toolsOf(sos: { tool?: Tool | '' | undefined; title: string; description: string }): Tool[] {
  const named = foldText(`${sos.title}\n${sos.description}`).match(NAMED) ?? [];
  const tools = named.flatMap((name) => NAMES.get(wordsOf(name).join('')) ?? []);
  return [...new Set([...(sos.tool ? [sos.tool] : []), ...tools])];
}

export function denyVote(incident: { state: IncidentState }): ErrorCode | null {
  return isOpen(incident) ? null : 'INCIDENT_ENDED';
}

/** What is proposed is confirmed or dismissed; what is confirmed is ended. */
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
