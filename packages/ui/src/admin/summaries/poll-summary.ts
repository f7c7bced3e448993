import { type ApiClient, call } from '../../api.ts';
import { elapsed } from '../../elapsed.ts';
import { toast } from '../../kit/toast.ts';

const POLL_MS = 1500;
const TIMEOUT_MS = 120_000;

/** Polls until the job has made the summary, then shows the result in a toast. */
export function pollSummary(api: ApiClient, sosId: string): void {
  const until = elapsed() + TIMEOUT_MS;
  const poll = async () => {
    const jobs = await call(api.admin.summaries.jobs.$get());
    // Failed jobs come first, also where another one runs.
    const job = jobs.findLast((one) => one.sosId === sosId);
    if (!job) return toast.success('Résumé généré avec succès');
    if (job.state === 'failed') return toast.error('Erreur lors de la génération du résumé');
    if (elapsed() < until) setTimeout(pollAgain, POLL_MS);
  };
  const pollAgain = () => void poll().catch(() => undefined);
  setTimeout(pollAgain, POLL_MS);
}
