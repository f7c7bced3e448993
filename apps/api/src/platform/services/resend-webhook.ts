import { AppError } from '@guilde/contracts/errors.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { describe, type Env, limitAddress } from '../http/http.ts';
import type { Limit } from '../http/rate-limit.ts';

/** Resend sends one call for each mail, from few addresses. */
const CALLS: Limit = { name: 'resend-webhook:address', points: 6000, seconds: 600 };

/** A mail server refused the mail for good, or Resend did not send it because of an earlier bounce. */
const bounceEvent = z.object({
  type: z.enum(['email.bounced', 'email.suppressed']),
  created_at: z.iso.datetime({ offset: true }),
  data: z.object({
    from: z.string(),
    to: z.array(z.string().max(320)).max(50),
    bounce: z.object({ type: z.string() }).optional(),
  }),
});

/** Resend tells here which mails came back (docs/security.md#bounces). */
export function resendWebhookRoutes(deps: Pick<Deps, 'config' | 'bounces' | 'clock' | 'limits'>) {
  const { config, bounces, clock } = deps;
  const { resendWebhookSecret, sender } = config.mail;
  return new Hono<Env>().post(
    '/resend',
    describe('What Resend tells about sent e-mails, signed by it', done, ['NOT_FOUND', 'UNAUTHENTICATED']),
    limitAddress(deps.limits, CALLS),
    async (c) => {
      if (resendWebhookSecret === undefined) throw new AppError('NOT_FOUND');
      // The signature covers the bytes, which parsing and writing again could change.
      const content = verified(resendWebhookSecret, await c.req.text(), (name) => c.req.header(name));
      const { success, data: event } = bounceEvent.safeParse(content);
      // One account of Resend may send for other products too.
      const isOurs = success && event.data.from.toLowerCase().includes(sender.address.toLowerCase());
      if (isOurs && isPermanent(event)) {
        const at = Math.min(Date.parse(event.created_at), clock.now());
        for (const email of event.data.to) await bounces.record(email, at);
      }
      return c.json({ ok: true } as const, 200);
    },
  );
}

/** @throws UNAUTHENTICATED, for a wrong signature or one that is five minutes old. */
function verified(secret: string, body: string, header: (name: string) => string | undefined): unknown {
  try {
    return new Webhook(secret).verify(body, {
      'webhook-id': header('svix-id') ?? '',
      'webhook-timestamp': header('svix-timestamp') ?? '',
      'webhook-signature': header('svix-signature') ?? '',
    });
  } catch {
    throw new AppError('UNAUTHENTICATED');
  }
}

/** A full mailbox or a server that is away may take the next mail. */
function isPermanent({ data: { bounce } }: z.infer<typeof bounceEvent>): boolean {
  return bounce === undefined || bounce.type === 'Permanent';
}
