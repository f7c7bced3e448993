import type { SummaryDraftAnswer } from '@guilde/contracts/knowledge/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import { costColumns } from '../src/knowledge/costs.ts';
import { aiCalls, sosSummaries } from '../src/knowledge/tables.ts';
import type { Client } from './client.ts';
import type { Guilde } from './harness.ts';
import { granted, join, postSos, sendText } from './scenes.ts';

/** Two points about `helped` are good, one is not supported by its message, and one has no message. */
export const ANSWER = {
  title: { text: 'Suspension d’un compte Ads', messages: [0, 2] },
  summary: [
    { text: 'Le compte Ads de Claire Martin est suspendu.', messages: [0, 2] },
    {
      text: 'Membre 2 conseille de ne pas créer de second compte et de demander une révision avec des captures datées.',
      messages: [2, 4],
    },
  ],
  category: 'legal',
  key_points: [
    { text: 'Ne crée jamais de second compte\u00a0: la suspension devient définitive.', messages: [2] },
    { text: 'Demande la révision avec des captures datées de la page produit.', messages: [4, 99] },
    { text: 'La terre est plate.', messages: [2] },
    { text: 'Ne crée pas de compte.', messages: [42] },
  ],
  language: 'fr',
};

export type Said = [Client, string][];

/** Creates an SOS and its conversation; helpers join when they first speak. */
export async function talkedAbout(
  requester: Client,
  said: Said,
  values: Record<string, unknown> = {},
): Promise<SosDetail> {
  const sos = await postSos(requester, values);
  const joined = new Map<Client, string>();
  for (const [client, text] of said) {
    if (!joined.has(client)) {
      const id = client === requester ? [...joined.values()][0] : (await join(client, sos.id)).id;
      if (!id) throw new Error('A helper speaks first');
      joined.set(client, id);
    }
    await sendText(client, joined.get(client) ?? '', text);
  }
  return sos;
}

/** The requester resolves the SOS with five stars for everybody, and the jobs that follow are done. */
export async function resolve(guilde: Guilde, requester: Client, sosId: string): Promise<void> {
  const { helpers } = granted(await requester.get<SosDetail>(`/api/sos/${sosId}`));
  const ratings = helpers.map(({ id }) => ({ memberId: id, rating: 5, comment: '' }));
  granted(await requester.post(`/api/ratings/resolve/${sosId}`, { ratings }));
  await guilde.deps.jobs.drain();
}

export async function summaryOf(guilde: Guilde, sosId: string) {
  const [summary] = await guilde.deps.db.orm
    .select({ ...getTableColumns(sosSummaries), ...costColumns })
    .from(sosSummaries)
    .where(eq(sosSummaries.sosRequestId, sosId));
  return summary;
}

/** Each person leaves nothing out of the summary. When everybody has answered, nobody is waited for. */
export async function consented(sosId: string, ...people: Client[]): Promise<void> {
  for (const person of people) {
    const { draft } = granted(await person.get<SummaryDraftAnswer>(`/api/knowledge/drafts/${sosId}`));
    granted(await person.put(`/api/knowledge/drafts/${sosId}/consent`, { seen: draft?.seen }));
  }
}

/** Two helpers advise, and the requester thanks. Messages 2, 4 and 5 are texts. */
export function helped(claire: Client, karim: Client, zoe: Client): Said {
  return [
    [karim, 'Bonjour Claire, ne crée surtout pas un second compte : la suspension deviendrait définitive.'],
    [zoe, 'Demande la révision en joignant des captures datées de la page produit, écris à zoe@exemple.fr.'],
    [claire, 'Merci Karim, le compte est rétabli ! Mon numéro : 06 12 34 56 78.'],
  ];
}

/** The calls to the model about the SOS are in their order. */
export function callsFor(guilde: Guilde, sosId: string) {
  return guilde.deps.db.orm
    .select()
    .from(aiCalls)
    .where(eq(aiCalls.sosRequestId, sosId))
    .orderBy(asc(aiCalls.id));
}
