import { pushDeviceParams, pushSubscriptionInput } from '@guilde/contracts/pushes/input.ts';
import { pushDevicesOutput, pushKeyOutput, pushTestOutput } from '@guilde/contracts/pushes/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { pushDevices, subscribeDevice, testDevice, unsubscribeDevice } from './subscriptions.ts';

/** A client subscribes at each start. */
const SUBSCRIPTIONS: Limit = { name: 'push:member', points: 120, seconds: 600 };
const TESTS: Limit = { name: 'push-test:member', points: 10, seconds: 600 };

export function pushRoutes(deps: Deps) {
  const { limits } = deps;
  return new Hono<Env>()
    .get('/key', describe('The key that a browser subscribes with', pushKeyOutput), async (c) =>
      c.json({ publicKey: await deps.push.publicKey() }, 200),
    )
    .get('/subscriptions', describe('My devices that take pushes', pushDevicesOutput), async (c) =>
      c.json({ devices: await pushDevices(deps, viewerOf(c)) }, 200),
    )
    .post(
      '/subscriptions',
      describe('Subscribes the device of this session', pushDevicesOutput, ['PUSH_SERVICE_UNKNOWN']),
      limitMember(limits, SUBSCRIPTIONS),
      body(pushSubscriptionInput),
      async (c) => c.json({ devices: await subscribeDevice(deps, viewerOf(c), c.req.valid('json')) }, 200),
    )
    .delete(
      '/subscriptions/:id',
      describe('No more pushes to one of my devices', done, ['NOT_FOUND']),
      limitMember(limits, SUBSCRIPTIONS),
      params(pushDeviceParams),
      async (c) => {
        await unsubscribeDevice(deps, viewerOf(c), c.req.valid('param').id);
        return c.json({ ok: true } as const, 200);
      },
    )
    .post(
      '/test',
      describe('A push to the device of this session, and what its push service said', pushTestOutput),
      limitMember(limits, TESTS),
      async (c) => c.json({ outcome: await testDevice(deps, viewerOf(c)) }, 200),
    );
}
