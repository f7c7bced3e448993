import type { PushDevice } from '@guilde/contracts/pushes/rules.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notices } from '../src/notices/tables.ts';
import type { Client } from './client.ts';
import { elsewhere, type Installation, startInstallation } from './instances.ts';
import { type PushDeviceStandIn, type PushService, startPushService } from './push-service.ts';
import { granted, join, postSos } from './scenes.ts';
import { until } from './until.ts';

let service: PushService;
let installation: Installation;
/** Claire is signed in on both instances, the first one and the other one. */
let claire: Client;
let claireElsewhere: Client;
let karim: Client;
let phone: PushDeviceStandIn;

beforeAll(async () => {
  service = await startPushService();
  installation = await startInstallation({ ...service.env, RATE_LIMITS: 'off' });
  claire = await installation.guilde.as('claire');
  const there = await installation.guilde.as('karim');
  const other = await installation.startAnother();
  [claireElsewhere, karim] = [elsewhere(claire, other), elsewhere(there, other)];
  phone = service.device();
  granted(await claire.post('/api/push/subscriptions', phone.subscription));
});
afterAll(async () => {
  await installation.close();
  await service.stop();
});

/** Karim joins a new SOS on the other instance; resolves once it is decided how to notify Claire. */
async function joined(): Promise<string> {
  const { deps } = installation.guilde;
  const { id } = await postSos(claire);
  await join(karim, id);
  const subject = `${id}:${karim.id}`;
  await until(async () => {
    const [row] = await deps.db.orm.select().from(notices).where(eq(notices.subject, subject));
    return row?.decidedAt != null;
  });
  return `/chat?sos=${id}`;
}

it('whichever instance does the work, each event is one push, and none to somebody who looks at the other one', async () => {
  const { live } = installation.guilde.deps;
  const paths: string[] = [];
  for (let n = 0; n < 6; n++) paths.push(await joined());
  await until(() => phone.delivered.length === paths.length);

  const screen = await claireElsewhere.live();
  screen.send({ type: 'attention', state: 'looking' });
  await until(() => live.presenceOf(claire.id) === 'looking');
  for (let n = 0; n < 4; n++) await joined();
  screen.close();
  await until(() => live.presenceOf(claire.id) === 'away');

  paths.push(await joined());
  await until(() => phone.delivered.length >= paths.length);
  expect(phone.delivered.map(({ payload }) => payload.path).sort()).toEqual(paths.sort());
  expect(phone.asked()).toBe(paths.length);
  // All instances sign with the same key.
  const keys = await Promise.all([claire, karim].map((one) => one.get('/api/push/key')));
  expect(keys[0]?.body).toEqual(keys[1]?.body);
});

it('a window in the background, on whichever instance, spares its member the mail', async () => {
  const { live, db } = installation.guilde.deps;
  const { devices } = granted(await claire.get<{ devices: PushDevice[] }>('/api/push/subscriptions'));
  for (const { id } of devices) granted(await claire.delete(`/api/push/subscriptions/${id}`));
  const alerted = async () => {
    const { id } = await postSos(karim, { specialties: ['seo'] });
    const isIt = and(eq(notices.subject, id), eq(notices.memberId, claire.id));
    const decided = async () => {
      const [row] = await db.orm.select().from(notices).where(isIt);
      return row?.decidedAt == null ? null : row;
    };
    await until(async () => (await decided()) !== null);
    return decided();
  };
  const hidden = await claireElsewhere.live();
  await until(() => live.isConnected(claire.id));
  expect(await alerted()).toMatchObject({ channel: 'none', reason: 'told' });
  hidden.close();
  await until(() => !live.isConnected(claire.id));
  expect(await alerted()).toMatchObject({ channel: 'mail' });
});
