import type { z } from 'zod';
import type { accountOutput, legalRevisionOutput } from '../auth/output.ts';

/** `from` is an instant. `changes` tells members what differs from the revision before. */
export type LegalRevision = {
  number: number;
  terms: string;
  privacy: string;
  from: string;
  changes: readonly string[];
};

/**
 * The revisions are sorted from the oldest, and their texts are in the client. The first one is that of the
 * first release: nobody has accepted it before, and its texts may still change. A later one that changes a text
 * is added at least `LEGAL_NOTICE_DAYS` before it is in force, and the text is changed on that day
 * (docs/specification.md#terms-and-privacy-policy).
 */
export const LEGAL_REVISIONS: readonly LegalRevision[] = [
  { number: 1, terms: '1', privacy: '1', from: '2026-11-23T00:00:00+01:00', changes: [] },
];

export const LEGAL_NOTICE_DAYS = 30;

/** The server sends the revision, because an installed app may be older. */
export type LegalNotice = z.infer<typeof legalRevisionOutput>;

export type LegalState = z.infer<typeof accountOutput>['legal'];

export type LegalText = 'terms' | 'privacy';

/** The first revision also counts before its day. `now` is in milliseconds. */
export function legalInForce(now: number): LegalRevision {
  const inForce = LEGAL_REVISIONS.filter(({ from }) => Date.parse(from) <= now).at(-1) ?? LEGAL_REVISIONS[0];
  if (!inForce) throw new Error('There are no legal texts');
  return inForce;
}

/** A revision is announced from `LEGAL_NOTICE_DAYS` before its day. */
export function legalAnnounced(now: number): LegalRevision | null {
  const inForce = legalInForce(now).number;
  const isNext = ({ number, from }: LegalRevision) =>
    number > inForce && Date.parse(from) - now <= LEGAL_NOTICE_DAYS * 86_400_000;
  return LEGAL_REVISIONS.find(isNext) ?? null;
}

/** Gives the version of one text at `now`, and the instant from which it is in force. */
export function legalVersion(text: LegalText, now: number): { version: string; from: string } {
  const version = legalInForce(now)[text];
  const first = LEGAL_REVISIONS.find((revision) => revision[text] === version);
  return { version, from: (first ?? legalInForce(now)).from };
}

/** `accepted` is the number of the last accepted revision. */
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
