import { awaitFounderInvitation } from './invitations/founder.ts';
import { outboxUrl } from './platform/services/outbox.ts';
import { announce, start } from './start.ts';

const started = await start();
const founderLink = await awaitFounderInvitation(started.deps).catch(started.fail);
const mails = outboxUrl(started.deps);

announce(started);
if (founderLink) console.log(`Première invitation (valable 7 jours, une seule fois)\u00a0:\n${founderLink}`);
if (mails) console.log(`E-mails à lire\u00a0: ${mails}`);
