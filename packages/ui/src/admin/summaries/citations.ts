import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import { useState } from 'react';

/** Places count from 1 among the sentences and key points (labels.ts). */
export type Citations = {
  chosen: number | null;
  /** The shown one is chosen, or under the pointer or the focus. */
  shown: number | null;
  choose: (place: number | null) => void;
  point: (place: number | null) => void;
};

export type CitedProps = { summary: AdminSummaryDetail; citations: Citations };

/** Holds which sentence has its messages marked. `textId` changes with the text. */
export function useCitations(textId: string): Citations {
  const [chosen, choose] = useState<number | null>(null);
  const [pointed, point] = useState<number | null>(null);
  const [of, setOf] = useState(textId);
  if (of !== textId) {
    setOf(textId);
    choose(null);
    point(null);
  }
  return { chosen, shown: pointed ?? chosen, choose, point };
}
