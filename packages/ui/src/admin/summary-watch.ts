import { type ApiClient, call } from '../api.ts';
import { toast } from '../kit/toast.ts';

const ASK_EVERY_MS = 1500;
/** A model that is tried again and again is followed in the list of what is under way. */
const PATIENCE_MS = 120_000;

/** A summary is made by a job: says that it is there, or that it failed, to whoever asked for it. */
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
