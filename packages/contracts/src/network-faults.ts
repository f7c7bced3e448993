/** The member reads one of these sentences, by the cause, when no Guilde server answers. */
export const NETWORK_FAULTS = {
  offline: 'Tu n’es pas connecté à Internet. Vérifie ta connexion et réessaie.',
  noServer: 'Aucun serveur ne répond à l’adresse de Guilde. Réessaie dans quelques minutes.',
  silent: 'Le serveur met trop de temps à répondre. Réessaie dans un instant.',
  untrusted:
    'Le certificat du serveur n’est pas valable\u00a0: la connexion ne serait pas sûre. Vérifie la date de ton ordinateur, ou essaie un autre réseau.',
  serverError: 'Le serveur rencontre un problème. Réessaie dans quelques minutes.',
  notGuilde:
    'Ce qui répond à l’adresse de Guilde n’est pas Guilde. Ce réseau demande peut-être de t’identifier\u00a0: ouvre une page dans ton navigateur.',
} as const;

export type NetworkFault = keyof typeof NETWORK_FAULTS;

const ANSWER_LIMIT_MS = 15_000;
/** The server delays repeated attempts to sign in by up to 25 seconds, and makes files before it sends them. */
const LONG_ANSWER_LIMIT_MS = 60_000;
const LONG_ANSWERS = /^\/api\/(auth\/(?!account$)|account\/personal-data$|admin\/.*\/export$)/;
/** An upload still ends on a line of this speed. */
const BYTES_PER_MS = 5;

/**
 * Returns how many milliseconds a client waits for the first byte of an answer.
 *
 * @param path begins with /api and may have a query.
 * @param bytes is the size of what the client sends first.
 */
export function answerLimit(path: string, bytes: number): number {
  const [pathname = ''] = path.split('?');
  return (LONG_ANSWERS.test(pathname) ? LONG_ANSWER_LIMIT_MS : ANSWER_LIMIT_MS) + bytes / BYTES_PER_MS;
}
