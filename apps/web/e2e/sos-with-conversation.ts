import type { Message } from '@guilde/contracts/conversations/rules.ts';
import type { Client } from '../../api/test/client.ts';
import { granted } from '../../api/test/scenes.ts';
import { screenshot, uploaded } from '../../api/test/uploads.ts';

export const SOS_ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';

const CSV = new TextEncoder().encode('jour;ventes\n1;12\n');

/** The conversation has each kind of message: a quote, files, code, a long text, a solution, a deleted one. */
export async function postSosWithConversation(claire: Client, karim: Client) {
  const description = 'Suspendu ce matin, sans explication : que faire en premier, et dans quel ordre ?';
  await claire.post('/api/sos', {
    id: SOS_ID,
    category: 'ads',
    title: 'Compte publicitaire suspendu',
    description,
    isUrgent: true,
    specialties: ['ads'],
  });
  const { body } = await karim.post<{ id: string }>(`/api/sos/${SOS_ID}/join`);
  const place = `/api/conversations/${body.id}`;
  const say = async (who: Client, content: string, more = {}) =>
    granted(await who.post<Message>(`${place}/messages`, { id: crypto.randomUUID(), content, ...more }));
  const question = await say(karim, 'As-tu un nunméro de dossier ?');
  await karim.put(`${place}/messages/${question.id}`, { content: 'As-tu un numéro de dossier ?' });
  const files = await Promise.all([
    uploaded(claire, `${place}/files`, { name: 'suspension.png', bytes: await screenshot(900, 600) }),
    uploaded(claire, `${place}/files`, { name: 'ventes-du-mois-de-novembre.csv', bytes: CSV }),
  ]);
  await say(claire, 'Oui, @Karim, le voici.', {
    replyTo: question.id,
    mentions: [karim.id],
    files: files.map(({ id }) => id),
  });
  await say(
    karim,
    'Le code :\n```\nif (consent) sendTheConversionToTheAdvertisingPlatform(order.number)\n```',
  );
  await say(karim, `Les étapes. ${'Demande une révision, puis attends la réponse. '.repeat(30)}`);
  const solved = await say(karim, 'Regarde aussi https://exemple.fr/aide');
  for (const who of [claire, karim])
    await who.put(`${place}/messages/${solved.id}/reactions`, { emoji: '🙏', isOn: true });
  await karim.put(`${place}/messages/${solved.id}/solution`, { isSolution: true });
  const gone = await say(claire, 'Oups');
  await claire.delete(`${place}/messages/${gone.id}`);
  await claire.post('/api/invitations', { vouched: true, email: 'invite@exemple.fr' });
}
