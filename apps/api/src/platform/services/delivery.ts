import type { Log } from '../observe/log.ts';
import { recordMail } from '../observe/metrics.ts';
import { type Mailer, MailServiceFault, RecipientRefused } from './mailer.ts';

/** `hasFault` is true while the operator has to act before mails leave again. */
export type Delivery = Mailer & { hasFault: () => boolean };

/** Every mail of the product passes here on its way to the service. */
export function createDelivery(mailer: Mailer, log: Log): Delivery {
  let isFaulty = false;
  return {
    hasFault: () => isFaulty,
    send: async (mail, id, signal) => {
      try {
        await mailer.send(mail, id, signal);
      } catch (error) {
        const isFault = error instanceof MailServiceFault;
        if (isFault && !isFaulty) log.error({ error: error.message }, 'mail-service fault');
        isFaulty ||= isFault;
        recordMail(isFault ? 'fault' : error instanceof RecipientRefused ? 'bounced' : 'failed');
        throw error;
      }
      if (isFaulty) log.info('mail-service recovered');
      isFaulty = false;
      recordMail('sent');
    },
  };
}
