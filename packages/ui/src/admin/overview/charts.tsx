import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { plural } from '../../kit/format.ts';
import { paths } from '../../paths.ts';
import { BarsByDay, BarsByWait, dayText, LinesByDay } from './chart.tsx';
import { ChartFrame } from './chart-frame.tsx';

type Days = AdminOverview['days'];

function sumOf(days: Days, name: 'members' | 'posted' | 'resolved'): number {
  return days.reduce((total, day) => total + day[name], 0);
}

export function OverviewCharts({ overview }: { overview: AdminOverview }) {
  return (
    <section
      aria-label="Évolution"
      className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 xl:grid-cols-3"
    >
      <h2 className="sr-only">Évolution</h2>
      <SosChart days={overview.days} />
      <MembersChart days={overview.days} />
      <WaitChart firstHelper={overview.firstHelper} />
    </section>
  );
}

function SosChart({ days }: { days: Days }) {
  const posted = sumOf(days, 'posted');
  const resolved = sumOf(days, 'resolved');
  return (
    <ChartFrame
      title="SOS des 30 derniers jours"
      sentence={`${plural(posted, 'lancé')}, ${plural(resolved, 'résolu')}`}
      to={paths.admin('sos')}
      headings={['Jour', 'Lancés', 'Résolus']}
      rows={days.map((day) => [dayText(day.day), day.posted, day.resolved])}
      legend={[
        { name: 'Lancés', className: 'bg-foreground' },
        { name: 'Résolus', className: 'bg-state-done', dashed: true },
      ]}
    >
      <LinesByDay days={days} />
    </ChartFrame>
  );
}

function MembersChart({ days }: { days: Days }) {
  return (
    <ChartFrame
      title="Nouveaux membres"
      sentence={`${plural(sumOf(days, 'members'), 'inscription')} en 30\u00a0jours`}
      to={paths.admin('users')}
      headings={['Jour', 'Inscriptions']}
      rows={days.map((day) => [dayText(day.day), day.members])}
    >
      <BarsByDay days={days} />
    </ChartFrame>
  );
}

function WaitChart({ firstHelper }: Pick<AdminOverview, 'firstHelper'>) {
  return (
    <ChartFrame
      title="Délai avant la première réponse"
      sentence={`${plural(firstHelper.answered, 'SOS avec réponse', 'SOS avec réponse')} en 90\u00a0jours`}
      to={paths.admin('sos')}
      headings={['Délai', 'SOS']}
      rows={firstHelper.buckets.map(({ label, count }) => [label, count])}
    >
      <BarsByWait buckets={firstHelper.buckets} />
    </ChartFrame>
  );
}
