import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { type PushService, startPushService } from '../../test/push-service.ts';
import { granted } from '../../test/scenes.ts';

let service: PushService;
let guilde: Guilde;

beforeAll(async () => {
  service = await startPushService();
  guilde = await startGuilde({ env: service.env, cast: ['nina', 'claire', 'karim'] });
});
afterAll(async () => {
  await guilde.close();
  await service.stop();
});

it('a push has the text of an announcement for those only who asked for the start of texts', async () => {
  const phones = await Promise.all(
    (['claire', 'karim'] as const).map(async (name) => {
      const client = await guilde.as(name);
      const pushExtracts = name === 'claire';
      granted(await client.put('/api/settings', { ...DEFAULT_SETTINGS, pushExtracts }));
      const phone = service.device();
      granted(await client.post('/api/push/subscriptions', phone.subscription));
      return phone;
    }),
  );
  const nina = await guilde.as('nina');
  const announcement = {
    id: randomUUID(),
    title: 'Entretien dimanche',
    text: 'Guilde sera arrêtée de 6 h à 7 h.',
    link: '',
    audience: 'everyone',
    push: true,
    mail: false,
    scheduledAt: null,
  };
  granted(await nina.post('/api/admin/announcements', announcement));
  await guilde.deps.jobs.drain();
  const shown = phones.map(({ delivered }) => delivered.map(({ payload: { title, body } }) => [title, body]));
  expect(shown).toEqual([
    [['Annonce\u00a0: Entretien dimanche', announcement.text]],
    [['Annonce\u00a0: Entretien dimanche', 'Ouvre Guilde pour lire l’annonce.']],
  ]);
});
