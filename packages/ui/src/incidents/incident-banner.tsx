import {
  INCIDENT_ANSWERS,
  type Incident,
  isOpen,
  type Tool,
  toolLabel,
} from '@guilde/contracts/incidents/rules.ts';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { cn } from '../kit/cn.ts';
import { formatNumber, formatSince } from '../kit/format.ts';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { failureText } from '../refusals.ts';
import { useIncidents, useVote } from './data.ts';

/** Shows incidents of the tools of an SOS; with `postedAt`, only those that began before it. */
export function IncidentsOf({
  tools,
  postedAt,
  heading,
}: {
  tools: readonly Tool[];
  postedAt?: string;
  heading: 2 | 3;
}) {
  const { data } = useIncidents();
  const incidents = (data ?? []).filter(
    ({ tool, since }) => tools.includes(tool) && (postedAt === undefined || since <= postedAt),
  );
  if (incidents.length === 0) return null;
  return (
    <div className="grid gap-3">
      {incidents.map((incident) => (
        <Card key={incident.id} edge={isOpen(incident) ? 'accent' : 'primary'} className="md:p-4">
          <IncidentCall incident={incident} heading={heading} />
        </Card>
      ))}
    </div>
  );
}

/** Says what fails, and takes the member's vote. */
export function IncidentCall({ incident, heading }: { incident: Incident; heading: 2 | 3 }) {
  const Heading = `h${heading}` as const;
  const titleId = useId();
  const label = toolLabel(incident.tool);
  const open = isOpen(incident);
  const Icon = open ? TriangleAlert : CircleCheck;
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Heading id={titleId} className="flex items-center gap-2 text-base">
          <Icon className={cn('size-4.5 shrink-0', open ? 'text-accent-strong' : 'text-primary')} />
          <span>{titleOf(incident)}</span>
        </Heading>
        <Link
          to={paths.sos({ q: label })}
          className="rounded-sm text-sm text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-current max-md:-my-3 max-md:py-3"
        >
          Voir les SOS
        </Link>
      </div>
      <p className="text-sm text-muted-foreground">
        {open
          ? `Plusieurs marchands le signalent ${formatSince(incident.since)}. Et chez toi\u202f?`
          : 'D’après les membres, tout remarche. Merci\u202f!'}
      </p>
      {open && <VoteButtons incident={incident} label={label} />}
    </section>
  );
}

function titleOf({ state, tool }: Incident): string {
  const label = toolLabel(tool);
  if (state === 'proposed') return `Panne en cours\u202f? ${label}`;
  return state === 'confirmed' ? `Panne confirmée\u00a0: ${label}` : `Panne terminée\u00a0: ${label}`;
}

function VoteButtons({ incident, label }: { incident: Incident; label: string }) {
  const { mutate, isPending, variables } = useVote(incident.id);
  return (
    <fieldset aria-label={`${label}\u00a0: encore en panne\u202f?`} className="flex min-w-0 flex-wrap gap-2">
      {INCIDENT_ANSWERS.map((answer) => (
        <Button
          key={answer.id}
          variant={incident.vote === answer.id ? 'default' : 'outline'}
          aria-pressed={incident.vote === answer.id}
          disabled={isPending}
          loading={isPending && variables === answer.id}
          className="max-md:min-h-11 max-md:px-3"
          onClick={() =>
            mutate(answer.id, {
              onError: (error) =>
                toast.error('Erreur', {
                  description: failureText(error, 'Ton vote n’a pas pu être enregistré.'),
                }),
            })
          }
        >
          {`${answer.label} (${formatNumber(incident[answer.id])})`}
        </Button>
      ))}
    </fieldset>
  );
}
