import { describe, expect, it } from 'vitest';
import { compatibility, OLDEST_CLIENT, OLDEST_SERVER, PROTOCOL } from './rules.ts';

describe('an installed app and its server', () => {
  it.each([
    ['of the same age', { protocol: 3, oldestClient: 2 }, { protocol: 3, oldestServer: 2 }, 'compatible'],
    [
      'an older app that is still served',
      { protocol: 5, oldestClient: 2 },
      { protocol: 2, oldestServer: 1 },
      'compatible',
    ],
    [
      'an app that is no longer served',
      { protocol: 5, oldestClient: 3 },
      { protocol: 2, oldestServer: 1 },
      'client-too-old',
    ],
    [
      'a server that lacks what the app needs',
      { protocol: 2, oldestClient: 1 },
      { protocol: 5, oldestServer: 3 },
      'server-too-old',
    ],
    [
      'a newer app that still copes',
      { protocol: 2, oldestClient: 1 },
      { protocol: 5, oldestServer: 2 },
      'compatible',
    ],
  ] as const)('%s', (_, server, client, verdict) => {
    expect(compatibility(server, client)).toBe(verdict);
  });

  it('built from the same sources understand each other', () => {
    expect(compatibility({ protocol: PROTOCOL, oldestClient: OLDEST_CLIENT })).toBe('compatible');
    expect(OLDEST_CLIENT).toBeLessThanOrEqual(PROTOCOL);
    expect(OLDEST_SERVER).toBeLessThanOrEqual(PROTOCOL);
  });
});
