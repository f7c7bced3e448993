import { ensureFounderInvitation } from './invitations/founder.ts';
import { listen } from './listen.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { stopOnSignals } from './signals.ts';

const NODE_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  console.error(`Guilde demande Node ${NODE_MAJOR} ; lance-la avec « npm start », qui apporte le sien.`);
  process.exit(1);
}

const config = configOrExit();
const running = await listen(config).catch((error: NodeJS.ErrnoException) => {
  console.error(startFailure(error, config));
  process.exit(1);
});
stopOnSignals(running);
const founderLink = await ensureFounderInvitation(running.deps);

console.log(`Guilde est prête : ${config.publicUrl}`);
if (founderLink) console.log(`Invitation du fondateur (valable 7 jours, une seule fois) :\n${founderLink}`);
if (config.outboxReadable && !config.mail.resendKey)
  console.log(`E-mails à lire : ${config.publicUrl}/dev/outbox`);

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function startFailure(error: NodeJS.ErrnoException, { port, dataDir }: Config): string {
  if (error.code === 'EADDRINUSE') return `PORT : le port ${port} est déjà pris. Choisis-en un autre.`;
  if (error.code === 'EACCES' || error.code === 'EROFS')
    return `DATA_DIR : impossible d’écrire dans ${dataDir}.`;
  return `Le démarrage a échoué : ${error.message}`;
}
