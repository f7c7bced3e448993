import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type Db, openDatabase } from './database/db.ts';
import { restrictDataFolder } from './database/private-folder.ts';
import { refuseUnfinishedRestore } from './database/restore-marker.ts';
import type { BeforeMigrating } from './database/schema-version.ts';
import type { Deletion } from './deletion.ts';
import { createRateLimits, type RateLimits } from './http/rate-limit.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createFanOut, type FanOut } from './live/fan-out.ts';
import { createLive, type Live } from './live/live.ts';
import { openRedis, type RedisLink } from './live/redis.ts';
import { createLog, type Log } from './observe/log.ts';
import { recordCommit } from './observe/metrics.ts';
import type { PersonalData } from './personal-data.ts';
import {
  installationSecret,
  notThatOfDatabase,
  removeNewSecret,
  requireInstallation,
} from './secret-file.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { type Ai, openAi } from './services/ai.ts';
import { type Bounces, createBounces } from './services/bounces.ts';
import { createDelivery, type Delivery } from './services/delivery.ts';
import { createMailer, handleMails } from './services/mail.ts';
import type { Mailer } from './services/mailer.ts';
import { createPush, type Push } from './services/push.ts';
import { s3Storage } from './services/s3-storage.ts';
import { diskStorage, type Storage } from './services/storage.ts';
import { hasSecretOfDatabase } from './services/vapid-keys.ts';

/** Verbs and routes get these, and each takes the parts it uses. */
export type Deps = {
  config: Config;
  db: Db;
  clock: Clock;
  live: Live;
  jobs: Jobs;
  storage: Storage;
  limits: RateLimits;
  secrets: Secrets;
  log: Log;
  redis: RedisLink | null;
  fanOut: FanOut | null;
  /** Only jobs that decide when sending use the mailer; other mails are queued (mail.ts). */
  mailer: Delivery;
  bounces: Bounces;
  ai: Ai | null;
  push: Push;
  personalData: PersonalData[];
  retention: Deletion[];
};

/** `standIns` are for tests. With `mustExist` nothing is created, and `beforeMigrating` may refuse. */
export async function createDeps(
  config: Config,
  standIns: {
    clock?: Clock;
    mailer?: Mailer;
    beforeMigrating?: BeforeMigrating;
    mustExist?: boolean;
    statementMs?: number;
  } = {},
): Promise<Deps> {
  const clock = standIns.clock ?? systemClock;
  const log = createLog(config.logLevel);
  refuseUnfinishedRestore(config.dataDir);
  if (standIns.mustExist) requireInstallation(config);
  if (!standIns.mustExist || existsSync(config.dataDir)) restrictDataFolder(config.dataDir);
  const { secret, isNew } = installationSecret(config);
  const secrets = createSecrets(secret, config.previousSecret);
  const db = await openDatabase(config.database, log, {
    beforeMigrating: standIns.beforeMigrating,
    statementMs: standIns.statementMs,
    onCommit: recordCommit,
  });
  if (isNew) await refuseNewSecret(config, db);
  if (config.secret === undefined && 'url' in config.database && !standIns.mustExist)
    await refuseOtherSecret({ config, db, clock, secrets, isNew });
  const jobs = createJobs({ db, clock, log, secrets });
  if (config.mail.smtp && config.mail.resendKey)
    log.warn('SMTP_URL and RESEND_API_KEY are set: e-mails leave by SMTP, and the key has no effect');
  const bounces = createBounces(db);
  const mailer = createDelivery(standIns.mailer ?? createMailer(config, db, clock), { log, clock, bounces });
  handleMails(jobs, mailer);
  const redis = config.redisUrl === undefined ? null : await openRedis(config.redisUrl, log);
  // Installations that share a Redis have different secrets.
  const scope = `guilde:${secrets.derive('redis', 8)}`;
  const limits = createRateLimits(
    config.rateLimits,
    redis && { redis: redis.commands, prefix: `${scope}:limit` },
  );
  const fanOut = redis && createFanOut(redis, `${scope}:live`, log, { commits: db.commits });
  return {
    config,
    db,
    clock,
    live: await createLive({ log, clock, fanOut, limits: config.rateLimits ? limits : null }),
    jobs,
    storage: config.s3 ? s3Storage(config.s3, log) : diskStorage(join(config.dataDir, 'files')),
    limits,
    secrets,
    log,
    redis,
    fanOut,
    mailer,
    bounces,
    ai: config.ai && (await openAi(config.ai)),
    push: createPush({ config, db, clock, secrets }),
    personalData: [],
    retention: [],
  };
}

/** This also refuses the second of two instances that start together on an empty database. */
async function refuseOtherSecret({
  config,
  isNew,
  ...deps
}: Pick<Deps, 'config' | 'db' | 'clock' | 'secrets'> & { isNew: boolean }): Promise<void> {
  if (await hasSecretOfDatabase(deps)) return;
  deps.db.close();
  if (isNew) removeNewSecret(config);
  throw notThatOfDatabase(config);
}

/** A remote database has a secret already, which a new machine must not replace. */
async function refuseNewSecret(config: Config, db: Db): Promise<void> {
  const { rows } = await db.client.execute('select 1 from members limit 1');
  if (rows.length === 0) return;
  db.close();
  removeNewSecret(config);
}
