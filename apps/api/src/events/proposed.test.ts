import { randomUUID } from 'node:crypto';
import { localTime } from '@guilde/contracts/events/time.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startGuilde } from '../../test/harness.ts';
import { granted } from '../../test/scenes.ts';
import { beginDigest } from '../home/digest.ts';

const DAY_MS = 86_400_000;

it('the digest of the week proposes two new events in one’s specialties, neither one’s own nor answered', async () => {
  const guilde = await startGuilde();
  onTestFinished(guilde.close);
  const [nina, karim] = [await guilde.as('nina'), await guilde.as('karim')];
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
  guilde.clock.advance(6.9 * DAY_MS);
  const start = (days: number) =>
    `${localTime(guilde.clock.now() + days * DAY_MS, 'Europe/Paris').slice(0, 10)}T18:30`;
  const propose = async (title: string, days: number, specialty = 'ads') =>
    granted(
      await nina.post<{ id: string }>('/api/events', {
        ...{ id: randomUUID(), kind: 'meeting', title, description: 'On se voit.', localStart: start(days) },
        ...{ timeZone: 'Europe/Paris', minutes: 60, capacity: 5, city: 'Lyon', address: '2 rue Mercière' },
        specialties: [specialty],
      }),
    );
  const declined = await propose('Refusé', 2);
  await propose('Troisième', 9);
  await propose('Deuxième', 7);
  await propose('Premier', 5);
  await propose('Ailleurs', 3, 'logistics');
  granted(await karim.post(`/api/events/${declined.id}/answer`, { state: 'declined' }));
  guilde.clock.advance(0.1 * DAY_MS);
  await beginDigest(guilde.deps);
  const mails = (await guilde.mails()).filter(({ subject }) => subject.startsWith('Ta semaine'));
  const ofKarim = mails.find(({ to }) => to === karim.email);
  expect(ofKarim?.subject).toBe('Ta semaine sur Guilde : 2 événements pour toi');
  expect(ofKarim?.text).toContain(
    'Deux événements te concernent\u00a0: «\u00a0Premier\u00a0», «\u00a0Deuxième\u00a0»',
  );
  expect(ofKarim?.text).toContain('/events');
  expect(ofKarim?.text).not.toMatch(/Refusé|Troisième|Ailleurs/);
  expect(mails.map(({ to }) => to)).not.toContain(nina.email);
});
