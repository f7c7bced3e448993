import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { plural } from '../../kit/format.ts';
import { paths } from '../../paths.ts';
import { BarChart, DayBarChart, LineChart } from './chart.tsx';
import { ChartFrame } from './chart-frame.tsx';

type Days = AdminOverview['days'];

const dayAndMonth = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Turns the calendar day « 2026-11-17 » into « 17 nov. ». */
function dayText(day: string): string {
  return dayAndMonth
    .formatToParts(Date.parse(`${day}T00:00:00Z`))
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('');
}

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
      <LineChart
        names={days.map(({ day }) => dayText(day))}
        series={[
          { name: 'Lancés', values: days.map(({ posted }) => posted), className: 'stroke-foreground' },
          {
            name: 'Résolus',
            values: days.map(({ resolved }) => resolved),
            className: 'stroke-state-done [stroke-dasharray:5_4]',
          },
        ]}
      />
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
      <DayBarChart
        names={days.map(({ day }) => dayText(day))}
        series={{
          name: 'Inscriptions',
          values: days.map(({ members }) => members),
          className: 'fill-primary',
        }}
      />
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
      <BarChart
        names={firstHelper.buckets.map((bucket) => bucket.label)}
        series={{
          name: 'SOS',
          values: firstHelper.buckets.map(({ count }) => count),
          className: 'fill-primary',
        }}
      />
    </ChartFrame>
  );
}
