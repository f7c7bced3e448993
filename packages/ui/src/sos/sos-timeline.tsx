import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_STATUSES, type Sos, type SosStatus } from '@guilde/contracts/sos/rules.ts';
import { cn } from '../kit/cn.ts';
import { formatShortDate, plural } from '../kit/format.ts';
import { StateIcon } from '../kit/state-badge.tsx';
import { SOS_STATES } from './sos-badges.tsx';

type Step = { status: SosStatus; reached: boolean; note: string };

export function SosTimeline({ sos, heading: Heading }: { sos: Sos; heading: 'h2' | 'h3' }) {
  const steps = stepsOf(sos);
  return (
    <section aria-labelledby="sos-timeline">
      <Heading id="sos-timeline" className="mb-3 text-base">
        Avancement
      </Heading>
      <ol className={cn('grid', steps.length === 2 ? 'grid-cols-2' : 'grid-cols-3')}>
        {steps.map((step, index) => (
          <li
            key={step.status}
            aria-current={step.status === sos.status ? 'step' : undefined}
            className="relative grid content-start justify-items-center gap-1 text-center text-sm"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={cn(
                  'absolute top-3 right-[calc(50%+--spacing(4))] left-[calc(-50%+--spacing(4))] -translate-y-px border-t-2',
                  step.reached ? 'border-muted-foreground' : 'border-dashed border-input',
                )}
              />
            )}
            <StateIcon
              state={SOS_STATES[step.status]}
              className={cn('size-6', !step.reached && 'text-input')}
            />
            <span className={labelClass(step, sos.status)}>
              {optionLabel(SOS_STATUSES, step.status)}
              {!step.reached && <span className="sr-only"> (à venir)</span>}
            </span>
            <span className="text-xs text-muted-foreground">{step.note}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function labelClass({ status, reached }: Step, current: SosStatus): string {
  if (status === current) return 'font-bold';
  return reached ? 'font-medium' : 'text-muted-foreground';
}

function stepsOf(sos: Sos): Step[] {
  const end: Step = sos.closedAt
    ? { status: 'closed', reached: true, note: formatShortDate(sos.closedAt) }
    : {
        status: 'resolved',
        reached: sos.status === 'resolved',
        note: sos.resolvedAt ? formatShortDate(sos.resolvedAt) : '',
      };
  const open: Step = { status: 'open', reached: true, note: formatShortDate(sos.createdAt) };
  const helped = sos.status === 'in_progress' || sos.responsesCount > 0;
  // It ended without help.
  if (end.reached && !helped) return [open, end];
  const note = sos.responsesCount > 0 ? plural(sos.responsesCount, 'réponse') : '';
  return [open, { status: 'in_progress', reached: helped, note }, end];
}
