import { ensureFounderInvitation } from './invitations/founder.ts';
import { start } from './start.ts';

const { config, deps, url } = await start();
const founderLink = await ensureFounderInvitation(deps);

console.log(`Guilde est prête : ${url}`);
if (founderLink) console.log(`Invitation du fondateur (valable 7 jours, une seule fois) :\n${founderLink}`);
if (config.outboxReadable && !config.mail.resendKey) console.log(`E-mails à lire : ${url}/dev/outbox`);
