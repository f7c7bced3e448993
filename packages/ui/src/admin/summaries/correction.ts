import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import { usePanelDraft } from '../panel-drafts.ts';
import { linesOf } from './labels.ts';

/** `key` is unique within this form; `from` is the index of the line in the stored text. */
export type EditedLine = { key: number; text: string; from: number | null };
export type Correction = { seen: string; title: string; sentences: EditedLine[]; keyPoints: EditedLine[] };
export type LineKind = 'sentences' | 'keyPoints';

export function isCorrectable({ status, scheduledPrivacy }: AdminSummaryDetail): boolean {
  return status === 'pending' && scheduledPrivacy === null;
}

export const correctionKey = ({ id }: Pick<AdminSummaryDetail, 'id'>) => `correction ${id}`;

function correctionOf(summary: AdminSummaryDetail): Correction {
  const lines = linesOf(summary).map(({ text }, from) => ({ key: from, text, from }));
  const { length } = summary.sentences;
  return {
    seen: summary.createdAt,
    title: summary.title,
    sentences: lines.slice(0, length),
    keyPoints: lines.slice(length),
  };
}

/** The correction survives the panel. `isStale` means that the stored text has changed meanwhile. */
export function useCorrection(summary: AdminSummaryDetail) {
  const draft = usePanelDraft(correctionKey(summary), JSON.stringify(correctionOf(summary)));
  const correction = JSON.parse(draft.text) as Correction;
  const change = (changes: Partial<Correction>) =>
    draft.change(JSON.stringify({ ...correction, ...changes }));
  const changeLines = (kind: LineKind, lines: EditedLine[]) => change({ [kind]: lines });
  const add = (kind: LineKind) => {
    const keys = [...correction.sentences, ...correction.keyPoints].map(({ key }) => key);
    changeLines(kind, [...correction[kind], { key: Math.max(-1, ...keys) + 1, text: '', from: null }]);
  };
  /** Lines that are the same in the new text keep their messages. */
  const rebase = () => {
    const texts = linesOf(summary).map(({ text }) => text);
    const placed = (lines: EditedLine[]) =>
      lines.map((line) => ({ ...line, from: texts.includes(line.text) ? texts.indexOf(line.text) : null }));
    change({
      seen: summary.createdAt,
      sentences: placed(correction.sentences),
      keyPoints: placed(correction.keyPoints),
    });
  };
  const isStale = correction.seen !== summary.createdAt;
  return { correction, isStale, change, changeLines, add, rebase, forget: draft.forget };
}
