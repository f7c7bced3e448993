import { type ApiClient, call } from '../../api.ts';
import { elapsed } from '../../elapsed.ts';
import { toast } from '../../kit/toast.ts';

const POLL_MS = 1500;
const TIMEOUT_MS = 120_000;

/** Polls until the job has made the summary, then shows the result in a toast. */
export function pollSummary(api: ApiClient, sosId: string): void {
  const until = elapsed() + TIMEOUT_MS;
  const poll = async () => {
    const { job } = await call(api.admin.sos[':sosId'].$get({ param: { sosId } }));
    if (job === null) return toast.success('Résumé généré avec succès');
    if (job === 'failed') return toast.error('Erreur lors de la génération du résumé');
    if (elapsed() < until) setTimeout(pollAgain, POLL_MS);
  };
  const pollAgain = () => void poll().catch(() => undefined);
  setTimeout(pollAgain, POLL_MS);
}
