import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { SOS_STATUSES } from '@guilde/contracts/sos/rules.ts';
import { Link } from 'react-router-dom';
import { Card, SectionHeader } from '../../kit/card.tsx';
import { cn } from '../../kit/cn.ts';
import { formatNumber, plural } from '../../kit/format.ts';
import { StateIcon, stateFill } from '../../kit/state-badge.tsx';
import { paths } from '../../paths.ts';
import { SOS_STATES } from '../../sos/sos-badges.tsx';
import { rateText } from '../labels.ts';

export function SosByState({ sos }: Pick<AdminOverview, 'sos'>) {
  return (
    <Card asChild>
      <section aria-label="SOS par état">
        <SectionHeader title="SOS par état">
          <Link to={paths.admin('sos')} className="text-sm text-muted-foreground hover:underline">
            {plural(sos.total, 'SOS', 'SOS')}
          </Link>
        </SectionHeader>
        <div
          aria-hidden
          className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-muted forced-color-adjust-none"
        >
          {SOS_STATUSES.filter(({ id }) => sos[id] > 0).map(({ id }) => (
            <span
              key={id}
              className={cn('min-w-1', stateFill(SOS_STATES[id]))}
              style={{ flexGrow: sos[id] }}
            />
          ))}
        </div>
        <ul className="mt-3 grid gap-x-4 gap-y-1 min-[22rem]:grid-cols-2 lg:grid-cols-4">
          {SOS_STATUSES.map(({ id, label }) => (
            <li key={id}>
              <Link
                to={paths.admin('sos', undefined, { status: id })}
                className="group flex flex-wrap items-center gap-x-2 rounded-sm py-1.5 text-sm max-md:min-h-11"
              >
                <StateIcon state={SOS_STATES[id]} />
                <span className="text-muted-foreground group-hover:underline">{label}</span>{' '}
                <span className="font-semibold tabular-nums">{formatNumber(sos[id])}</span>{' '}
                <span className="text-muted-foreground tabular-nums">
                  {rateText(sos.total === 0 ? null : sos[id] / sos.total)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
