import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import { type BenchmarkCounts, quarterLabel } from '@guilde/contracts/benchmarks/rules.ts';
import { useState } from 'react';
import { Switch } from '../../kit/checkbox.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { formatDate, plural } from '../../kit/format.ts';
import { useCommunitySettings } from '../../settings/community.ts';
import { acts, useAct } from '../acts.ts';
import { useBenchmarkCounts } from '../data.ts';

/** The team sees numbers of each wave, and nobody's answer. */
export function BenchmarkSwitch() {
  const { benchmarks } = useCommunitySettings();
  const { run, isPending } = useAct(acts.changeCommunity);
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Switch
        className="px-4 py-3 md:px-5 md:py-4"
        label="Benchmarks anonymisés"
        description="Chaque trimestre, les boutiques certifiées donnent leurs ratios. Sans cela, la page dit qu’elle est en développement."
        checked={benchmarks}
        disabled={isPending}
        onChange={(isOn) => (isOn ? setAsking(true) : void run({ benchmarks: false }))}
      />
      {benchmarks && <Counts />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Activer les benchmarks ?"
        description="Des concurrents y échangent des chiffres : fais d’abord lire le texte sur la concurrence par un juriste."
        confirmLabel="Le texte a été lu, activer"
        onConfirm={() => run({ benchmarks: true, competitionRead: true })}
      />
    </div>
  );
}

function Counts() {
  const waves = useBenchmarkCounts().data?.waves ?? [];
  return (
    <ul className="grid gap-1 pr-4 pb-3 pl-16 text-sm text-muted-foreground empty:hidden md:pr-5 md:pb-4 md:pl-17">
      {waves.map((wave) => (
        <li key={wave.quarter}>{waveText(wave)}</li>
      ))}
    </ul>
  );
}

function waveText({ short, publishedAt, ...wave }: BenchmarkCounts['waves'][number]): string {
  const labels = METRICS.filter(({ id }) => short.includes(id)).map(({ label }) => label.toLowerCase());
  const lacking = publishedAt === null ? 'moins de cinq boutiques' : 'sans repère';
  const which = labels.length === METRICS.length ? 'tous les indicateurs' : labels.join(', ');
  return [
    `${quarterLabel(wave.quarter)}\u00a0: ${plural(wave.answered, 'réponse')}`,
    publishedAt === null ? 'pas encore publiée' : `publiée le ${formatDate(publishedAt)}`,
    wave.unusual > 0 && plural(wave.unusual, 'chiffre hors de l’ordinaire', 'chiffres hors de l’ordinaire'),
    which && `${lacking}\u00a0: ${which}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
