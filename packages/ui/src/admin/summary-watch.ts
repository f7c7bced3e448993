import { type ApiClient, call } from '../api.ts';
import { toast } from '../kit/toast.ts';

const ASK_EVERY_MS = 1500;
const PATIENCE_MS = 120_000;

/** A job makes the summary: polls it, then shows the result in a toast. */
export function notifyWhenMade(api: ApiClient, sosId: string): void {
  const until = Date.now() + PATIENCE_MS;
  const look = async () => {
    const { job } = await call(api.admin.sos[':sosId'].$get({ param: { sosId } }));
    if (job === null) return toast.success('Résumé généré avec succès');
    if (job === 'failed') return toast.error('Erreur lors de la génération du résumé');
    if (Date.now() < until) setTimeout(lookAgain, ASK_EVERY_MS);
  };
  const lookAgain = () => void look().catch(() => undefined);
  setTimeout(lookAgain, ASK_EVERY_MS);
}
