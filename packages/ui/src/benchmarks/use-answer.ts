import {
  METRICS,
  type MetricId,
  metricOf,
  onGrid,
  ratioOf,
  TOTALS,
  type TotalId,
} from '@guilde/contracts/benchmarks/metrics.ts';
import type { Benchmarks } from '@guilde/contracts/benchmarks/rules.ts';
import { useState } from 'react';
import { useSaveAnswers } from './data.ts';
import { bareFigure, type TotalTexts, type Typed, totalsIn, typedFigure } from './figures.ts';

type OwnAnswer = Benchmarks['answers'][number];

type Form = {
  texts: Partial<Record<MetricId, string>>;
  /** They stay in memory, and are gone when the page is left. */
  totals: TotalTexts;
  /** This total was typed and not yet left. */
  changed: TotalId | null;
  /** Says of totals and ratios that they come from an export. */
  exported: Partial<Record<TotalId | MetricId, boolean>>;
  keep: boolean;
  /** This was changed here, and only this is sent. */
  edited: Partial<Record<MetricId | 'keep', boolean>>;
};

function formOf({ answers, keep }: Pick<Benchmarks, 'answers' | 'keep'>): Form {
  return {
    texts: Object.fromEntries(answers.map(({ metric, value }) => [metric, bareFigure(value)])),
    exported: Object.fromEntries(answers.map(({ metric, fromExport }) => [metric, fromExport])),
    ...{ totals: {}, changed: null, keep, edited: {} },
  };
}

/** Ratios are saved when a field is left; totals never leave the device. */
export function useAnswer(benchmarks: Benchmarks, quarter: string) {
  const [form, setForm] = useState(() => formOf(benchmarks));
  const saving = useSaveAnswers();
  const typed = (id: MetricId, { texts } = form): Typed =>
    typedFigure(metricOf(id), texts[id] ?? '', benchmarks.unusual.includes(id));
  const last = saving.variables ?? benchmarks;

  const save = (next: Form) => {
    setForm(next);
    const answers = METRICS.flatMap(({ id }): OwnAnswer[] => {
      const one = typed(id, next);
      // While its field shows an error, the earlier answer stays.
      if (one.state === 'refused') return last.answers.filter(({ metric }) => metric === id);
      if (one.state === 'none') return [];
      return [{ metric: id, value: one.value, fromExport: next.exported[id] ?? false }];
    });
    const isSame = next.keep === last.keep && asText(answers) === asText(last.answers);
    const isSent = (id: MetricId) => next.edited[id] === true && typed(id, next).state !== 'refused';
    const edited = METRICS.map(({ id }) => id).filter(isSent);
    const { keep } = next;
    if (saving.isError || !isSame)
      saving.mutate({ quarter, answers, keep, edited, isKeepEdited: next.edited.keep === true });
  };
  const withFigure = (id: MetricId, value: number, from = form): Form => ({
    ...from,
    texts: { ...from.texts, [id]: bareFigure(value) },
  });
  const edit = (id: MetricId): Form => ({ ...form, edited: { ...form.edited, [id]: true } });
  const typedByHand = (id: TotalId | MetricId, from = form): Form => ({
    ...from,
    exported: { ...from.exported, [id]: false },
  });

  return {
    form,
    typed,
    saving,
    isStored: last.answers.length > 0,
    given: METRICS.filter(({ id }) => typed(id).state === 'given').length,
    type: (id: MetricId, text: string) =>
      setForm({ ...typedByHand(id, edit(id)), texts: { ...form.texts, [id]: text } }),
    typeTotal: (id: TotalId, text: string) =>
      setForm({ ...typedByHand(id), totals: { ...form.totals, [id]: text }, changed: id }),
    /** The field then shows what is stored. */
    leave: (id: MetricId) => {
      const one = typed(id);
      save(one.state === 'given' ? withFigure(id, one.value) : form);
    },
    leaveTotal: (id: TotalId) => {
      if (form.changed === id) save(computed({ ...form, changed: null }, [id]));
    },
    takeExport: (totals: TotalTexts) => {
      const ids = TOTALS.map(({ id }) => id).filter((id) => totals[id] !== undefined);
      const exported = { ...form.exported, ...Object.fromEntries(ids.map((id) => [id, true])) };
      save(computed({ ...form, totals: { ...form.totals, ...totals }, exported }, ids));
    },
    take: (id: MetricId, value: number) => save(withFigure(id, onGrid(id, value), edit(id))),
    setKeep: (keep: boolean) => save({ ...form, keep, edited: { ...form.edited, keep: true } }),
    clear: () => {
      saving.reset();
      setForm(formOf({ answers: [], keep: false }));
    },
    retry: () => save(form),
  };
}

export type AnswerState = ReturnType<typeof useAnswer>;

/** Ratios with one of these totals are computed anew; without the others they stay. */
function computed(form: Form, changed: readonly TotalId[]): Form {
  const totals = totalsIn(form.totals);
  const [texts, exported, edited] = [{ ...form.texts }, { ...form.exported }, { ...form.edited }];
  for (const { id, totals: parts } of METRICS) {
    const ratio = parts.some((part) => changed.includes(part)) ? ratioOf(id, totals) : null;
    if (ratio === null) continue;
    // Bounds are about the exact figure.
    const exact = typedFigure(metricOf(id), bareFigure(ratio), false);
    texts[id] = bareFigure(exact.state === 'given' ? exact.value : ratio);
    exported[id] = parts.every((part) => form.exported[part]);
    edited[id] = true;
  }
  return { ...form, texts, exported, edited };
}

/** The server answers in another order. */
function asText(answers: readonly OwnAnswer[]): string {
  return JSON.stringify(
    answers.map(({ metric, value, fromExport }) => `${metric} ${value} ${fromExport}`).sort(),
  );
}
