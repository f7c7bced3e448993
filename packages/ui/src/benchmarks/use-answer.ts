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
  /** The total that was typed and not yet left. */
  changed: TotalId | null;
  exported: ReadonlySet<TotalId>;
  fromExport: ReadonlySet<MetricId>;
  keep: boolean;
};

function formOf({ answers, keep }: Benchmarks): Form {
  return {
    texts: Object.fromEntries(answers.map(({ metric, value }) => [metric, bareFigure(value)])),
    totals: {},
    changed: null,
    exported: new Set(),
    fromExport: new Set(answers.filter(({ fromExport }) => fromExport).map(({ metric }) => metric)),
    keep,
  };
}

/** Ratios are saved when a field is left; totals never leave the device. */
export function useAnswer(benchmarks: Benchmarks, quarter: string) {
  const [form, setForm] = useState(() => formOf(benchmarks));
  const saving = useSaveAnswers();
  const typed = (id: MetricId, { texts } = form): Typed =>
    typedFigure(metricOf(id), texts[id] ?? '', benchmarks.unusual.includes(id));
  const last = saving.variables?.answers ?? benchmarks.answers;

  const save = (next: Form) => {
    setForm(next);
    const answers = METRICS.flatMap(({ id }): OwnAnswer[] => {
      const one = typed(id, next);
      // While its field shows an error, the earlier answer stays.
      if (one.state === 'refused') return last.filter(({ metric }) => metric === id);
      return one.state === 'none'
        ? []
        : [{ metric: id, value: one.value, fromExport: next.fromExport.has(id) }];
    });
    const isSame =
      !saving.isError && next.keep === (saving.variables?.keep ?? benchmarks.keep) && isEqual(answers, last);
    if (!isSame) saving.mutate({ quarter, answers, keep: next.keep });
  };
  const type = (id: MetricId, text: string) =>
    setForm({ ...form, texts: { ...form.texts, [id]: text }, fromExport: without(form.fromExport, id) });
  const typeTotal = (id: TotalId, text: string) =>
    setForm({
      ...form,
      totals: { ...form.totals, [id]: text },
      changed: id,
      exported: without(form.exported, id),
    });

  return {
    form,
    typed,
    type,
    typeTotal,
    saving,
    isStored: last.length > 0,
    given: METRICS.filter(({ id }) => typed(id).state === 'given').length,
    /** The field then shows what is stored. */
    leave: (id: MetricId) => {
      const one = typed(id);
      if (one.state === 'given') save({ ...form, texts: { ...form.texts, [id]: bareFigure(one.value) } });
      else save(form);
    },
    leaveTotal: (id: TotalId) => {
      if (form.changed === id) save(computed({ ...form, changed: null }, [id]));
    },
    takeExport: (totals: TotalTexts) => {
      const ids = TOTALS.map(({ id }) => id).filter((id) => totals[id] !== undefined);
      const exported = new Set([...form.exported, ...ids]);
      save(computed({ ...form, totals: { ...form.totals, ...totals }, exported }, ids));
    },
    take: (id: MetricId, value: number) =>
      save({ ...form, texts: { ...form.texts, [id]: bareFigure(onGrid(id, value)) } }),
    setKeep: (keep: boolean) => save({ ...form, keep }),
    clear: () => {
      saving.reset();
      setForm(formOf({ ...benchmarks, answers: [], keep: false }));
    },
    retry: () => save(form),
  };
}

export type AnswerState = ReturnType<typeof useAnswer>;

/** Ratios with one of these totals are computed anew; without the others they stay. */
function computed(form: Form, changed: readonly TotalId[]): Form {
  const totals = totalsIn(form.totals);
  const texts = { ...form.texts };
  const fromExport = new Set(form.fromExport);
  for (const { id, totals: parts } of METRICS) {
    const ratio = parts.some((part) => changed.includes(part)) ? ratioOf(id, totals) : null;
    if (ratio === null) continue;
    // Bounds are about the exact figure.
    const exact = typedFigure(metricOf(id), bareFigure(ratio), false);
    texts[id] = bareFigure(exact.state === 'given' ? exact.value : ratio);
    if (parts.every((part) => form.exported.has(part))) fromExport.add(id);
    else fromExport.delete(id);
  }
  return { ...form, texts, fromExport };
}

function without<Id>(ids: ReadonlySet<Id>, left: Id): ReadonlySet<Id> {
  const rest = new Set(ids);
  rest.delete(left);
  return rest;
}

function isEqual(some: readonly OwnAnswer[], others: readonly OwnAnswer[]): boolean {
  const keys = new Set(others.map((one) => JSON.stringify([one.metric, one.value, one.fromExport])));
  return (
    some.length === others.length &&
    some.every((one) => keys.has(JSON.stringify([one.metric, one.value, one.fromExport])))
  );
}
