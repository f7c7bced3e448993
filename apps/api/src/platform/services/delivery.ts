import type { Clock } from '../clock.ts';
import type { Log } from '../observe/log.ts';
import { recordMail } from '../observe/metrics.ts';
import type { Bounces } from './bounces.ts';
import { type Mailer, MailServiceFault, RecipientRefused } from './mailer.ts';

/** `hasFault` is true while the operator has to act before mails leave again. */
export type Delivery = Mailer & { hasFault: () => boolean };

type DeliveryDeps = { log: Log; clock: Clock; bounces: Bounces };

/** Every mail of the product passes here on its way to the service. News stop at an address that bounces. */
export function createDelivery(mailer: Mailer, { log, clock, bounces }: DeliveryDeps): Delivery {
  let isFaulty = false;
  return {
    hasFault: () => isFaulty,
    send: async ({ isNews = false, ...mail }, id, signal) => {
      if (isNews && (await bounces.has(mail.to))) {
        log.info({ job: id }, 'news not sent to an address that bounces');
        return recordMail('withheld');
      }
      try {
        await mailer.send(mail, id, signal);
      } catch (error) {
        const isFault = error instanceof MailServiceFault;
        if (isFault && !isFaulty) log.error({ error: error.message }, 'mail-service fault');
        isFaulty ||= isFault;
        recordMail(isFault ? 'fault' : error instanceof RecipientRefused ? 'bounced' : 'failed');
        if (error instanceof RecipientRefused) await bounces.record(mail.to, clock.now());
        throw error;
      }
      if (isFaulty) log.info('mail-service recovered');
      isFaulty = false;
      recordMail('sent');
    },
  };
}
