import type { z } from 'zod';
import type { accountOutput, legalRevisionOutput } from '../auth/output.ts';

/** `from`: an instant. `changes`: against the revision before, for members, one sentence each. */
export type LegalRevision = {
  number: number;
  terms: string;
  privacy: string;
  from: string;
  changes: readonly string[];
};

/**
 * Of the terms and the privacy policy, oldest first; the texts stand in the client. One that changes a text is added at
 * least `LEGAL_NOTICE_DAYS` before it is in force, and the text is changed on that day
 * (docs/specification.md#terms-and-privacy-policy).
 */
export const LEGAL_REVISIONS: readonly LegalRevision[] = [
  { number: 1, terms: '1', privacy: '1', from: '2026-11-23T00:00:00+01:00', changes: [] },
];

export const LEGAL_NOTICE_DAYS = 30;

/** As the server says it: an installed app may be older than the revision. */
export type LegalNotice = z.infer<typeof legalRevisionOutput>;

/** What a member has to accept, and what is announced. */
export type LegalState = z.infer<typeof accountOutput>['legal'];

export type LegalText = 'terms' | 'privacy';

/** The first also before its day. `now` in milliseconds. */
export function legalInForce(now: number): LegalRevision {
  const inForce = LEGAL_REVISIONS.filter(({ from }) => Date.parse(from) <= now).at(-1) ?? LEGAL_REVISIONS[0];
  if (!inForce) throw new Error('There are no legal texts');
  return inForce;
}

/** The next one, from `LEGAL_NOTICE_DAYS` before its day. */
export function legalAnnounced(now: number): LegalRevision | null {
  const inForce = legalInForce(now).number;
  const isNext = ({ number, from }: LegalRevision) =>
    number > inForce && Date.parse(from) - now <= LEGAL_NOTICE_DAYS * 86_400_000;
  return LEGAL_REVISIONS.find(isNext) ?? null;
}

/** The version of one text at `now`, and since when it is so. */
export function legalVersion(text: LegalText, now: number): { version: string; from: string } {
  const version = legalInForce(now)[text];
  const first = LEGAL_REVISIONS.find((revision) => revision[text] === version);
  return { version, from: (first ?? legalInForce(now)).from };
}

/** `accepted`: the number of the last accepted revision. */
export function legalState(accepted: number, now: number): LegalState {
  const inForce = legalInForce(now);
  const mustAccept = accepted < inForce.number;
  const announced = legalAnnounced(now);
  return {
    toAccept: mustAccept ? { ...inForce, changes: changesSince(accepted, inForce.number) } : null,
    announced: announced && { ...announced, changes: [...announced.changes] },
  };
}

function changesSince(accepted: number, until: number): string[] {
  return LEGAL_REVISIONS.filter(({ number }) => number > accepted && number <= until).flatMap(
    ({ changes }) => changes,
  );
}
