import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { durationText } from '@guilde/contracts/admin/words.ts';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../../kit/card.tsx';
import { formatNumber, plural } from '../../kit/format.ts';
import { paths } from '../../paths.ts';
import { costText, rateText } from '../labels.ts';
import { type FactList, Facts } from '../panel.tsx';

export function OverviewFigures({ overview }: { overview: AdminOverview }) {
  const { members, activation, firstHelper, resolution } = overview;
  return (
    <section aria-label="Chiffres" className="grid gap-4">
      <h2 className="sr-only">Chiffres</h2>
      <div className="grid gap-px overflow-hidden rounded-lg border bg-border sm:grid-cols-2 xl:grid-cols-4">
        <Figure
          label="Membres"
          value={formatNumber(members.total)}
          to={paths.admin('users')}
          change={members.new30}
        >
          {`+${formatNumber(members.new30)} en 30\u00a0jours`}
        </Figure>
        <Figure
          label="Profils complétés"
          value={rateText(activation.rate)}
          to={paths.admin('users', undefined, { filter: 'incomplete' })}
          change={changeOf(activation.recentRate, activation.rate)}
        >
          {recentText(rateText(activation.recentRate))}
        </Figure>
        <Figure
          label="Délai médian de première réponse"
          value={durationText(firstHelper.medianMs)}
          to={paths.admin('sos')}
          change={changeOf(firstHelper.recentMedianMs, firstHelper.medianMs)}
        >
          {recentText(durationText(firstHelper.recentMedianMs))}
        </Figure>
        <Figure
          label="Taux de résolution"
          value={rateText(resolution.rate)}
          to={paths.admin('sos', undefined, { status: 'resolved' })}
          change={changeOf(resolution.recentRate, resolution.rate)}
        >
          {recentText(rateText(resolution.recentRate))}
        </Figure>
      </div>
      <OtherFigures overview={overview} />
    </section>
  );
}

type FigureProps = { label: string; value: string; to: string; change: number; children: ReactNode };

/** The icon says whether the last 30 days are above or below the 90 days of the value. */
function Figure({ label, value, to, change, children }: FigureProps) {
  return (
    <div className="grid content-start gap-1 bg-card p-4 md:p-5">
      <h3 className="font-sans text-sm font-medium tracking-normal text-muted-foreground">{label}</h3>
      <p className="font-title text-3xl leading-tight font-bold tracking-tight tabular-nums">
        <Link
          to={to}
          aria-label={`${label}\u00a0: ${value}`}
          className="rounded-sm decoration-input decoration-1 underline-offset-4 hover:underline"
        >
          {value}
        </Link>
      </p>
      <p className="flex items-center gap-1.5 text-sm text-muted-foreground tabular-nums">
        <TrendIcon change={change} />
        {children}
      </p>
    </div>
  );
}

function TrendIcon({ change }: { change: number }) {
  const Icon = change > 0 ? TrendingUp : change < 0 ? TrendingDown : Minus;
  return <Icon className="size-4 shrink-0" />;
}

function recentText(value: string): string {
  return `${value} ces 30\u00a0derniers jours`;
}

function changeOf(recent: number | null, value: number | null): number {
  return recent === null || value === null ? 0 : recent - value;
}

function OtherFigures({ overview }: { overview: AdminOverview }) {
  return (
    <Card asChild>
      <details className="text-sm">
        <summary className="w-fit rounded-sm font-medium max-md:py-2.5">Autres chiffres</summary>
        <div className="mt-4">
          <Facts facts={otherFacts(overview)} />
        </div>
      </details>
    </Card>
  );
}

function otherFacts(overview: AdminOverview): FactList {
  const { members, activation, firstHelper, alerts, resolution, ai } = overview;
  const { posted, answered, p90Ms } = firstHelper;
  const ended = plural(resolution.ended - resolution.resolved, 'fermé');
  return [
    p90Ms !== null && ['Réponses', `9\u00a0réponses sur 10 en moins de ${durationText(p90Ms)}`],
    ['SOS avec réponse', `${formatNumber(answered)} sur ${formatNumber(posted)} en 90\u00a0jours`],
    ['SOS sans aucune aide', rateText(posted === 0 ? null : 1 - answered / posted)],
    ['SOS terminés', `${plural(resolution.resolved, 'résolu')}, ${ended} sans résolution en 90\u00a0jours`],
    [
      'Alertes envoyées',
      `${formatNumber(alerts.sent)} en 7\u00a0jours, dont ${plural(alerts.opened, 'ouverte')}`,
    ],
    [
      'Alertes par membre',
      `${formatNumber(alerts.median)} (médiane), ${formatNumber(alerts.highest)} au plus, pour ${plural(alerts.members, 'membre prévenu', 'membres prévenus')}`,
    ],
    [
      'Profils complétés',
      `${formatNumber(activation.complete)} sur ${formatNumber(activation.accounts)} en 90\u00a0jours`,
    ],
    ['Conditions acceptées', `${formatNumber(members.termsAccepted)} sur ${formatNumber(members.total)}`],
    ['Dépenses d’IA du mois', spendingText(ai)],
  ];
}

function spendingText({ spent, budget, calls }: AdminOverview['ai']): string {
  const limit = budget === null ? '' : ` sur un budget de ${costText(budget)}`;
  return `${costText(spent)}${limit}, ${plural(calls, 'appel')}`;
}
