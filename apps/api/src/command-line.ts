import { resolve } from 'node:path';
import { PERIODS, periodWords } from '@guilde/contracts/retention/periods.ts';
import { RETENTION } from '@guilde/contracts/retention/rules.ts';
import { mailableAddress } from '@guilde/contracts/validation.ts';
import {
  inviteFromCommandLine,
  listTeam,
  removeSecondFactorFromCommandLine,
  retryFromCommandLine,
  setRoleFromCommandLine,
} from './admin/command-actions.ts';
import { inconsistencies } from './admin/consistency.ts';
import { importFolder } from './admin/export/importing.ts';
import { exportFolder } from './admin/export/writing.ts';
import { backUp, backUpRaw, keptNumber } from './backup-command.ts';
import { command, program } from './command.ts';
import { errorSentence } from './command-errors.ts';
import { fileFaults } from './files/stored-files.ts';
import { journalKeys, presentKey } from './platform/audit.ts';
import { firstBrokenEntry, type RawReader, rawReader, sealJournal } from './platform/audit-chain.ts';
import { iso, systemClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { BackupError, secretIn } from './platform/database/backup.ts';
import {
  DataFault,
  emptyServer,
  FolderInUse,
  lockDataFolder,
  noInstallation,
} from './platform/database/data-folder.ts';
import { restoreBackup } from './platform/database/restore.ts';
import { backingUp } from './platform/database/upgrade-backup.ts';
import { makeDeploymentSecrets } from './platform/deployment-secrets.ts';
import { createDeps, type Deps } from './platform/deps.ts';
import { failedJobs } from './platform/jobs/job-list.ts';
import { createLog } from './platform/observe/log.ts';
import { applyRetention, planRetention } from './platform/retention.ts';
import { createSecrets } from './platform/secrets.ts';
import { avatarFaults } from './profiles/stored-avatars.ts';

command('invite')
  .description('crée une invitation sans parrain et donne son lien (valable 7 jours, une seule fois)')
  .argument('<adresse>', 'l’adresse e-mail de la personne\u202f; elle compte comme vérifiée')
  .option('--admin', 'la personne administrera dès que son profil sera complet')
  .action(async (address: string, { admin = false }: { admin?: boolean }) => {
    const email = addressOf(address);
    const { url } = await withInstallation((deps) => inviteFromCommandLine(deps, email, { asAdmin: admin }));
    console.log(`Invitation pour ${email} (valable 7 jours, une seule fois)\u00a0:\n${url}`);
  });

roleCommands('admin', {
  description: 'affiche, donne ou retire le rôle d’administrateur',
  list: 'affiche qui administre Guilde',
  remove: 'retire le rôle, sauf à la dernière personne qui l’a',
  nobody: 'Aucun membre n’administre Guilde.',
  granted: 'administre Guilde.',
  removed: 'n’administre plus Guilde.',
});

roleCommands('moderator', {
  description: 'affiche, donne ou retire le rôle de modérateur',
  list: 'affiche qui modère Guilde',
  remove: 'retire le rôle',
  nobody: 'Aucun membre ne modère Guilde.',
  granted: 'modère Guilde.',
  removed: 'ne modère plus Guilde.',
});

command('remove-second-factor')
  .description('retire la double vérification d’un membre qui a perdu son téléphone et ses codes de secours')
  .argument('<adresse>', 'son adresse e-mail\u202f; vérifie d’abord que c’est bien ce membre qui le demande')
  .action(async (address: string) => {
    const email = addressOf(address);
    const { name } = await withInstallation((deps) => removeSecondFactorFromCommandLine(deps, email));
    console.log(`${name} peut se connecter sans double vérification.`);
  });

const jobs = command('jobs').description('affiche ou relance les tâches en échec').usage('<commande>');

command('list', jobs)
  .description('affiche les tâches en échec, la dernière d’abord')
  .action(async () => {
    const failed = await withInstallation(({ db }) => failedJobs(db.orm));
    if (failed.length === 0) console.log('Aucune tâche en échec.');
    for (const { id, kind, attempts, failedAt, lastError } of failed)
      console.log(
        `${id}  ${kind}  ${new Date(failedAt ?? 0).toISOString()}  ${attempts > 1 ? `${attempts} essais` : '1 essai'}  ${lastError ?? ''}`,
      );
  });

command('retry', jobs)
  .description('relance une tâche en échec, ou toutes')
  .argument(
    '[identifiant]',
    'celui qu’affiche «\u00a0jobs list\u00a0»\u202f; sans lui, toutes sont relancées',
  )
  .action(async (id: string | undefined) => {
    const retried = await withInstallation((deps) => retryFromCommandLine(deps, id ?? null));
    console.log(
      retried.length > 1 ? `${retried.length} tâches relancées.` : `${retried.length} tâche relancée.`,
    );
  });

command('retention')
  .description('efface ce dont la durée de conservation est passée, comme le serveur le fait chaque heure')
  .option('--dry-run', 'affiche ce qui serait effacé, sans rien effacer')
  .option('--clock-is-right', 'efface aussi après un long arrêt, quand l’horloge de cette machine est juste')
  .action(async ({ dryRun = false, clockIsRight = false }: { dryRun?: boolean; clockIsRight?: boolean }) => {
    // Other commands need not load the whole server.
    const { startFeatures } = await import('./app.ts');
    const { createAuth } = await import('./auth/better-auth.ts');
    const removed = await withInstallation(async (deps) => {
      startFeatures({ ...deps, auth: createAuth(deps) });
      if (dryRun) return planRetention(deps);
      if (clockIsRight) await deps.jobs.trustClock();
      const { erasuresPausedSince } = await deps.jobs.schedule();
      if (erasuresPausedSince === null) return applyRetention(deps);
      throw new BackupError(
        `L’horloge de cette machine indique ${iso(deps.clock.now())}, mais le dernier effacement date du ${iso(erasuresPausedSince)}\u00a0: rien n’est effacé. Si l’horloge est juste, relance la commande avec --clock-is-right.`,
      );
    });
    console.log(dryRun ? 'Serait effacé maintenant\u00a0:' : 'Effacé\u00a0:');
    for (const { rule, rows } of removed)
      console.log(`${String(rows).padStart(8)}  ${RETENTION[rule].data} (${periodWords(PERIODS[rule])})`);
  });

command('backup')
  .description('sauvegarde la base, les photos et le secret, même pendant que le serveur tourne')
  .argument('[dossier]', 'où l’écrire\u202f; par défaut, un nouveau dossier daté dans DATA_DIR/sauvegardes')
  .option(
    '--keep <nombre>',
    'écrit un dossier daté dans <dossier>, et n’y garde que les dernières sauvegardes faites ainsi',
  )
  .option(
    '--raw',
    'copie tout tel quel, même une base trop abîmée pour être lue\u202f; le serveur doit être arrêté',
  )
  .action(async (folder: string | undefined, { raw = false, keep }: { raw?: boolean; keep?: string }) => {
    const config = readConfig();
    if (raw && keep !== undefined) throw new BackupError('--raw et --keep ne vont pas ensemble.');
    if (raw) return backUpRaw(config, folder);
    const kept = keep === undefined ? null : keptNumber(keep);
    if (!(await backUp(config, folder, kept, await checkWith(config)))) process.exitCode = 1;
  });

command('restore')
  .description('remplace les données par une sauvegarde\u202f; le serveur doit être arrêté')
  .argument('<dossier>', 'la sauvegarde')
  .option(
    '--force',
    'remplace une communauté existante, qui est mise de côté\u202f; accepte une sauvegarde qui n’est pas saine',
  )
  .option(
    '--erasures <chemin>',
    'la liste «\u00a0effacements\u00a0» d’un autre dossier, ou une sauvegarde plus récente, quand cette machine ne sait pas quels comptes ont été effacés depuis',
  )
  .action(async (folder: string, { force = false, erasures }: { force?: boolean; erasures?: string }) => {
    const config = readConfig();
    // A backup is checked with the secret that it contains.
    const check = await checkWith(config, resolve(folder));
    const options = { now: Date.now(), force, check, erasures: erasures && resolve(erasures) };
    const { aside, erasures: known } = await restoreBackup(resolve(folder), config, options);
    console.log(
      'url' in config.database ? 'Restauré sur le serveur libSQL.' : `Restauré dans ${config.dataDir}.`,
    );
    console.log(
      known > 0
        ? `Au prochain démarrage, les comptes dont cette machine connaît l’effacement sont effacés de nouveau (${known}).`
        : 'Cette machine ne connaît aucun compte effacé.',
    );
    console.log(
      'Un compte effacé depuis cette sauvegarde et qu’elle ne connaît pas revient\u00a0: donne la liste «\u00a0effacements\u00a0» conservée ailleurs avec --erasures.',
    );
    if (aside) console.log(`Ce qui s’y trouvait est conservé dans\u00a0: ${aside}`);
  });

command('export')
  .description(
    'écrit toute la communauté dans un format ouvert, même pendant que le serveur tourne (docs/export.md)',
  )
  .argument('<dossier>', 'où l’écrire')
  .action(async (folder: string) => {
    const target = resolve(folder);
    const files = await withInstallation((deps) => exportFolder(deps, target));
    const rows = Object.values(files).reduce((sum, file) => sum + file.rows, 0);
    console.log(`Exporté (${rows} lignes, fichiers compris)\u00a0: ${target}`);
    console.log(
      'Il contient des données personnelles et des messages privés\u00a0: garde-le comme une sauvegarde.',
    );
  });

command('import')
  .description('remplit une installation vide avec un export\u202f; le serveur doit être arrêté')
  .argument('<dossier>', 'l’export')
  .action(async (folder: string) => {
    const config = readConfig(undefined, { LOG_LEVEL: 'silent' });
    const { rows, files, isWhole } = await importFolder(config, resolve(folder), createLog(config.logLevel));
    console.log(`Importé\u00a0: ${rows} lignes et ${files} fichiers. Aucun e-mail n’a été envoyé.`);
    if (!isWhole)
      console.log('Cet export vient du back-office\u00a0: les messages et les notes n’y sont pas.');
    console.log('Chaque membre choisit un mot de passe avec «\u00a0Mot de passe oublié\u00a0».');
  });

command('seal')
  .description('scelle le journal avec le nouveau secret, après un changement de secret')
  .action(async () => {
    const sealed = await withInstallation(async (deps) => {
      await sealJournal(deps);
      return firstBrokenEntry(rawReader(deps.db.client), [presentKey(deps.secrets)]);
    });
    if (sealed !== null)
      throw new BackupError('Le journal n’est pas fiable\u00a0: «\u00a0check\u00a0» dit pourquoi.');
    console.log('Le journal est scellé.');
  });

command('secrets')
  .description('génère les secrets d’une installation à plusieurs services, à copier dans le fichier .env')
  .action(() => {
    for (const [name, value] of Object.entries(makeDeploymentSecrets())) console.log(`${name}=${value}`);
  });

command('check')
  .description(
    'vérifie la base (fichier, références, places, suites de messages, compteurs, invitations, journal), les photos des profils et les fichiers joints',
  )
  .action(async () => {
    const wrong = await withInstallation((deps) =>
      inconsistencies(rawReader(deps.db.client), journalKeys(deps.secrets), {
        'les photos des profils': () => avatarFaults(deps),
        'les fichiers joints': () => fileFaults(deps),
      }),
    );
    for (const sentence of wrong) console.error(sentence);
    if (wrong.length > 0) process.exitCode = 1;
    else console.log('Tout est en ordre.');
  });

// Files of a command are private, whatever the shell's umask.
process.umask(0o077);
await run();

/** `granted` and `removed` follow the name. */
function roleCommands(
  role: 'admin' | 'moderator',
  texts: Record<'description' | 'list' | 'remove' | 'nobody' | 'granted' | 'removed', string>,
): void {
  const parent = command(role).description(texts.description).usage('<commande>');
  command('list', parent)
    .description(texts.list)
    .action(async () => {
      const all = await withInstallation(({ db }) => listTeam(db.orm, role));
      if (all.length === 0) console.log(texts.nobody);
      for (const { name, email, isSuspended } of all)
        console.log(`${name} <${email}>${isSuspended ? ' (compte suspendu)' : ''}`);
    });
  command('grant', parent)
    .description('donne le rôle à un membre dont le profil est complet')
    .argument('<adresse>', 'son adresse e-mail')
    .action(async (address: string) => {
      const email = addressOf(address);
      const { name } = await withInstallation((deps) => setRoleFromCommandLine(deps, email, role));
      console.log(`${name} ${texts.granted}`);
    });
  command('remove', parent)
    .description(texts.remove)
    .argument('<adresse>', 'son adresse e-mail')
    .action(async (address: string) => {
      const email = addressOf(address);
      const { name } = await withInstallation((deps) => setRoleFromCommandLine(deps, email, 'member', role));
      console.log(`${name} ${texts.removed}`);
    });
}

async function run(): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    const sentence = errorSentence(error);
    if (sentence === null) return;
    console.error(sentence);
    process.exitCode = 1;
  }
}

function addressOf(text: string): string {
  const parsed = mailableAddress.safeParse(text);
  if (!parsed.success) throw new BackupError(`«\u00a0${text}\u00a0» n’est pas une adresse e-mail.`);
  return parsed.data;
}

async function checkWith(
  { secret, previousSecret, dataDir }: Config,
  backup?: string,
): Promise<(read: RawReader) => Promise<string[]>> {
  const known = [secret ?? (await secretIn(dataDir)), previousSecret, backup && (await secretIn(backup))];
  const keys = known.flatMap((each) => (each ? journalKeys(createSecrets(each)) : []));
  return (read) => inconsistencies(read, keys);
}

async function withInstallation<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const config = readConfig(undefined, { LOG_LEVEL: 'silent' });
  const deps = await createDeps(config, {
    mustExist: true,
    beforeMigrating: backingUp(config, { clock: systemClock, log: createLog('silent') }, (isNew) =>
      mayMigrate(config, isNew),
    ),
  });
  try {
    return await work(deps);
  } finally {
    await deps.fanOut?.close();
    deps.redis?.close();
    deps.db.close();
  }
}

/** A command never fills an empty database, and a newer one must not migrate while an older server runs. */
async function mayMigrate({ database, dataDir }: Config, isNew: boolean): Promise<() => void> {
  if (isNew) throw 'file' in database ? noInstallation(dataDir) : emptyServer(database);
  if ('file' in database)
    return lockDataFolder(dataDir, 0).catch((error: unknown) => {
      if (!(error instanceof FolderInUse)) throw error;
      throw new DataFault(
        'Cette commande est plus récente que le serveur qui tourne\u00a0: arrête-le, puis démarre la nouvelle version.',
      );
    });
  throw new DataFault(
    'Cette commande est plus récente que la base\u00a0: démarre d’abord la nouvelle version du serveur.',
  );
}
