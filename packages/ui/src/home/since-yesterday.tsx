import type { Home } from '@guilde/contracts/home/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Sos } from '@guilde/contracts/sos/rules.ts';
import { BookOpenText, CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card, SectionHeader } from '../kit/card.tsx';
import { plural } from '../kit/format.ts';
import { paths } from '../paths.ts';

export function SinceYesterday({ sinceYesterday }: Pick<Home, 'sinceYesterday'>) {
  const { posted, resolved, lastResolved } = sinceYesterday;
  return (
    <section aria-label="Depuis hier">
      <SectionHeader title="Depuis hier">
        <p className="text-sm text-muted-foreground tabular-nums">
          {`${plural(posted, 'SOS lancé', 'SOS lancés')} · ${plural(resolved, 'résolu')}`}
        </p>
      </SectionHeader>
      <Card className="overflow-hidden p-0 md:p-0">
        {lastResolved.length > 0 && (
          <ul aria-label="Résolus depuis hier" className="divide-y border-b">
            {lastResolved.map((sos) => (
              <li key={sos.id}>
                <ResolvedRow sos={sos} />
              </li>
            ))}
          </ul>
        )}
        <Link
          to={paths.knowledge}
          className="flex min-h-11 items-center gap-2.5 px-4 py-2.5 text-sm text-primary hover:bg-muted focus-visible:-outline-offset-2 md:px-5"
        >
          <BookOpenText className="size-4 shrink-0" />
          <span>
            {lastResolved.length > 0
              ? 'Toutes les solutions'
              : 'Aucun SOS résolu depuis hier\u00a0: les solutions précédentes sont dans la base de connaissances'}
          </span>
        </Link>
      </Card>
    </section>
  );
}

function ResolvedRow({ sos }: { sos: Sos }) {
  return (
    <Link
      to={paths.sosDetail(sos.id)}
      className="flex min-h-14 items-center gap-3 px-4 py-2.5 text-sm transition-colors duration-150 hover:bg-muted focus-visible:-outline-offset-2 md:px-5"
    >
      <CircleCheck className="size-5 shrink-0 text-success" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-1 font-medium wrap-anywhere">{sos.title}</span>
        <span className="line-clamp-1 text-muted-foreground wrap-anywhere">{thanksTo(sos)}</span>
      </span>
    </Link>
  );
}

function thanksTo({ helpers, author }: Sos): string {
  if (helpers.length === 0) return `Résolu par ${memberName(author)}`;
  const names = helpers.map((helper) => helper.firstName || memberName(helper));
  return `Résolu avec ${new Intl.ListFormat('fr-FR').format(names)}`;
}
