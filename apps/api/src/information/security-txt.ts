import { AppError } from '@guilde/contracts/errors.ts';
import { Hono } from 'hono';
import { iso } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';

const KEPT = { 'Cache-Control': 'public, max-age=86400' };
/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 86_400_000;

/** The file follows RFC 9116, and is absent without a configured address. */
export function securityTextRoutes({ config, clock }: Pick<Deps, 'config' | 'clock'>) {
  return new Hono<Env>().get('/security.txt', (c) => {
    const { email } = config.company;
    if (email === null) throw new AppError('NOT_FOUND');
    const lines = [
      `Contact: mailto:${email}`,
      `Contact: ${config.publicUrl}/contact`,
      `Expires: ${iso(clock.now() + VALID_MS)}`,
      'Preferred-Languages: fr, en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join('\n')}\n`, 200, KEPT);
  });
}
