import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkTo, type RedisServer, startRedis } from '../../../test/redis-server.ts';
import { until } from '../../../test/until.ts';
import { createRateLimits } from './rate-limit.ts';

let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const EMAIL = 'claire@exemple.fr';

describe('limits of several instances', () => {
  it('are counted together, forgiven together, and name nobody in Redis', async () => {
    const links = [await linkTo(redis), await linkTo(redis)];
    const [a, b] = links.map((link) => createRateLimits(true, { redis: link.commands, prefix: 'one' }));
    for (let attempt = 0; attempt < 5; attempt++) {
      await a?.consume('sign-in:attempt', EMAIL);
      await b?.consume('sign-in:attempt', EMAIL);
    }
    const refused = { code: 'RATE_LIMITED', params: { seconds: expect.toSatisfy((left) => left > 0) } };
    await expect(a?.consume('sign-in:attempt', EMAIL)).rejects.toMatchObject(refused);
    await expect(b?.consume('sign-in:attempt', EMAIL)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await b?.consume('sign-in:attempt', 'karim@exemple.fr');
    expect((await links[0]?.commands.keys('*'))?.join()).not.toContain('claire');
    await b?.reset('sign-in:attempt', EMAIL);
    await a?.consume('sign-in:attempt', EMAIL);
  });

  it('hold on each instance alone while Redis is away, and together again afterwards', async () => {
    const links = [await linkTo(redis), await linkTo(redis)];
    const [a, b] = links.map((link) => createRateLimits(true, { redis: link.commands, prefix: 'two' }));
    await redis.stop();
    for (let attempt = 0; attempt < 5; attempt++) await a?.consume('code:attempt', EMAIL);
    await expect(a?.consume('code:attempt', EMAIL)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await b?.consume('code:attempt', EMAIL);
    await b?.reset('code:attempt', EMAIL);
    await redis.start();
    await until(() => links.every((link) => link.isReady()));
    for (let attempt = 0; attempt < 5; attempt++) await a?.consume('code:attempt', EMAIL);
    await expect(b?.consume('code:attempt', EMAIL)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('never keep a request waiting for a Redis that stands still', async () => {
    const link = await linkTo(redis);
    const limits = createRateLimits(true, { redis: link.commands, prefix: 'three' });
    await limits.consume('code:attempt', EMAIL);
    redis.freeze();
    // Resolves although nothing will answer before the thaw.
    await limits.consume('code:attempt', EMAIL);
    redis.thaw();
  });
});
