import type { SummaryJob } from '@guilde/contracts/admin/rules.ts';
import { denySummaryRequest } from '@guilde/contracts/knowledge/rules.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage } from '../../api.ts';
import { useMember } from '../../auth/account.ts';
import { Button } from '../../kit/button.tsx';
import { formatDateTime, plural } from '../../kit/format.ts';
import { LabelledBadge } from '../../kit/state-badge.tsx';
import { paths } from '../../paths.ts';
import { acts, useAct } from '../acts.ts';
import { useSummaryJobs } from '../data.ts';
import { JOB_STATES } from '../labels.ts';
import { jobErrorText } from './labels.ts';

const SHOWN = 3;

export function SummaryJobs() {
  const jobs = useSummaryJobs();
  const [isWhole, setWhole] = useState(false);
  if (jobs.isError && !jobs.data)
    return (
      <p role="alert" className="mb-4 text-sm text-muted-foreground">
        <span>{`Les résumés en préparation n’ont pas pu être chargés. ${errorMessage(jobs.error)} `}</span>
        <Button variant="link" loading={jobs.isFetching} onClick={() => void jobs.refetch()}>
          Réessayer
        </Button>
      </p>
    );
  if (!jobs.data?.length) return null;
  const failed = jobs.data.filter(({ state }) => state === 'failed').length;
  const shown = isWhole ? jobs.data : jobs.data.slice(0, failed + SHOWN);
  const hidden = jobs.data.length - shown.length;
  return (
    <section aria-label="En préparation" className="mb-6 overflow-hidden rounded-lg border bg-card">
      <h2 className="border-b px-4 py-2.5 font-sans text-sm font-semibold tracking-normal">En préparation</h2>
      <ul className="divide-y">
        {shown.map((job) => (
          <JobRow key={`${job.sosId} ${job.state} ${job.createdAt}`} job={job} />
        ))}
      </ul>
      {hidden > 0 && (
        <div className="border-t px-4 py-2">
          <Button variant="link" className="max-md:min-h-11" onClick={() => setWhole(true)}>
            {`Afficher ${plural(hidden, 'autre tâche', 'autres tâches')}`}
          </Button>
        </div>
      )}
    </section>
  );
}

function JobRow({ job }: { job: SummaryJob }) {
  const retry = useAct(acts.retryJob);
  const isAdmin = useMember().role === 'admin';
  const title = job.sosTitle ?? 'SOS supprimé';
  const denied = job.sosStatus && denySummaryRequest({ status: job.sosStatus });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 text-sm">
      <LabelledBadge of={JOB_STATES[job.state]} />
      <span className="grid min-w-0 flex-1 basis-56">
        {job.sosTitle === null || !isAdmin ? (
          <span className="text-muted-foreground">{title}</span>
        ) : (
          <Link
            to={paths.admin('sos', job.sosId)}
            className="truncate font-medium hover:underline max-md:py-2"
          >
            {title}
          </Link>
        )}
        <span className="text-xs text-muted-foreground wrap-anywhere">{jobText(job)}</span>
      </span>
      {job.state === 'failed' && !denied && (
        <Button
          size="sm"
          variant="outline"
          aria-label={`Relancer\u00a0: ${title}`}
          loading={retry.isPending}
          onClick={() => retry.start({ id: job.sosId })}
        >
          Relancer
        </Button>
      )}
    </li>
  );
}

function jobText({ state, attempts, lastError, at }: SummaryJob): string {
  const tried = attempts > 0 ? plural(attempts, 'essai') : '';
  const next = state === 'retrying' ? `prochain le ${formatDateTime(at)}` : '';
  const given = state === 'failed' ? `abandonné le ${formatDateTime(at)}` : '';
  const parts = [tried, next, given, lastError && jobErrorText(lastError)].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : 'Demandé, pas encore commencé';
}
