import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { TriangleAlert } from 'lucide-react';
import { formatDateTime, formatSince, plural } from '../../kit/format.ts';
import { Note } from '../../kit/states.tsx';
import { useOverview } from '../data.ts';

/** Shows what the operator has to mend, and nothing while all is well. */
export function Operation() {
  const lines = linesOf(useOverview().data?.operation);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Fonctionnement" className="mb-4 grid gap-2">
      {lines.map((line) => (
        <Note key={line} icon={<TriangleAlert className="text-danger" />}>
          {line}
        </Note>
      ))}
    </section>
  );
}

function linesOf(operation: AdminOverview['operation'] | undefined): string[] {
  if (!operation) return [];
  const { lateMails, failedSummaries, unknownJobs, erasuresHeldSince, backup } = operation;
  const lines: string[] = [];
  if (lateMails) {
    const mails = plural(lateMails.count, 'e-mail attend', 'e-mails attendent');
    lines.push(
      `${mails} d’être ${lateMails.count > 1 ? 'envoyés' : 'envoyé'} ${formatSince(lateMails.since)}.`,
    );
  }
  if (failedSummaries > 0)
    lines.push(
      `${plural(failedSummaries, 'résumé n’a', 'résumés n’ont')} pas pu être écrit${failedSummaries > 1 ? 's' : ''}.`,
    );
  if (unknownJobs > 0)
    lines.push(`${plural(unknownJobs, 'tâche attend', 'tâches attendent')} une autre version du serveur.`);
  if (erasuresHeldSince)
    lines.push(
      `Le serveur n’efface plus rien ${formatSince(erasuresHeldSince)}, car son horloge est peut-être fausse.`,
    );
  if (backup) lines.push(backupLine(backup));
  return lines;
}

function backupLine({ lastAt, hasFailed }: NonNullable<AdminOverview['operation']['backup']>): string {
  const last = lastAt
    ? `La dernière sauvegarde réussie date du ${formatDateTime(lastAt)}.`
    : 'Aucune sauvegarde n’a encore réussi.';
  return hasFailed ? `Une sauvegarde a échoué. ${last}` : last;
}
