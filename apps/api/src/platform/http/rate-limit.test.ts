import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkTo } from '../../../test/redis-link.ts';
import { type RedisServer, startRedis } from '../../../test/redis-server.ts';
import { until } from '../../../test/until.ts';
import { createRateLimits, type Limit } from './rate-limit.ts';

let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const EMAIL = 'claire@exemple.fr';
const TEN: Limit = { name: 'ten', points: 10, seconds: 600 };
const FIVE: Limit = { name: 'five', points: 5, seconds: 600 };

describe('limits of several instances', () => {
  it('are counted together, forgiven together, and name nobody in Redis', async () => {
    const links = [await linkTo(redis), await linkTo(redis)];
    const [a, b] = links.map((link) => createRateLimits(true, { redis: link.commands, prefix: 'one' }));
    for (let attempt = 0; attempt < 5; attempt++) {
      await a?.consume(TEN, EMAIL);
      await b?.consume(TEN, EMAIL);
    }
    const refused = { code: 'RATE_LIMITED', params: { seconds: expect.toSatisfy((left) => left > 0) } };
    await expect(a?.consume(TEN, EMAIL)).rejects.toMatchObject(refused);
    await expect(b?.consume(TEN, EMAIL)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await b?.consume(TEN, 'karim@exemple.fr');
    expect((await links[0]?.commands.keys('*'))?.join()).not.toContain('claire');
    await b?.reset(TEN, EMAIL);
    await a?.consume(TEN, EMAIL);
  });

  it('hold on each instance alone while Redis is away, and together again afterwards', async () => {
    const links = [await linkTo(redis), await linkTo(redis)];
    const [a, b] = links.map((link) => createRateLimits(true, { redis: link.commands, prefix: 'two' }));
    await redis.stop();
    for (let attempt = 0; attempt < 5; attempt++) await a?.consume(FIVE, EMAIL);
    await expect(a?.consume(FIVE, EMAIL)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await b?.consume(FIVE, EMAIL);
    await b?.reset(FIVE, EMAIL);
    await redis.start();
    await until(() => links.every((link) => link.isReady()));
    for (let attempt = 0; attempt < 5; attempt++) await a?.consume(FIVE, EMAIL);
    await expect(b?.consume(FIVE, EMAIL)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('never keep a request waiting for a Redis that stands still', async () => {
    const link = await linkTo(redis);
    const limits = createRateLimits(true, { redis: link.commands, prefix: 'three' });
    await limits.consume(FIVE, EMAIL);
    redis.freeze();
    // This resolves although nothing will answer before the thaw.
    await limits.consume(FIVE, EMAIL);
    redis.thaw();
  });

  it('are refused under the name of another', async () => {
    const limits = createRateLimits(true);
    await limits.consume(FIVE, EMAIL);
    await expect(limits.consume({ ...TEN, name: FIVE.name }, EMAIL)).rejects.toThrow('Two limits');
  });
});
