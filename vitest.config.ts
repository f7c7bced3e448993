import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS, RUNS_ALL } from './scripts/extent.ts';
import { missingServices } from './scripts/services.ts';

const missing = missingServices();
const withoutService = missing.flatMap(({ files }) => files);
const left = missing.flatMap(({ projects }) => projects);

/** Servers that are killed, frozen, cut off or locked out: these tests wait more than they work. */
const DRILLS = [
  'apps/api/test/{badge,benchmarks-killed,bulk-killed,commands,cut-answers,data-faults,deals-killed,event-mails-killed,export-trouble,migration,proxies,remote-database,start,stop-limits,stop-parsing,undo-killed}.test.ts',
  'apps/api/test/{benchmark-instances,deal-instances,event-instances,instances,push-instances,redis-away,two-instances,upload-instances}.test.ts',
  'apps/api/test/file-{backup,commands,commit,restore-killed,trouble}.test.ts',
  'apps/api/test/server-*.test.ts',
  'apps/api/src/platform/{live/fan-out,child-process/child-process}.test.ts',
];

const FILE_ONLY = [
  // These concern locks, full disks, grouped commits, query plans and rows of the one file.
  'apps/api/test/file-*.test.ts',
  'apps/api/test/{crash,database,own-figures,plans,stop*}.test.ts',
  'apps/api/src/platform/database/native-statements.test.ts',
  // What push services do does not depend on where the rows are.
  'apps/api/src/notices/pushes.test.ts',
  // These bring their own servers.
  ...DRILLS,
  'apps/api/test/{client-contract,bench-community,community-export,deployment,hostile-export,smtp,trips}.test.ts',
  // These concern Prometheus and the run-book.
  'apps/api/test/{alerts,incident}.test.ts',
  // These ask every address in four roles, or how answers are sent: that does not depend on where the rows are.
  'apps/api/test/{reading,compression,web,asset-retention}.test.ts',
  'apps/api/src/information/security-txt.test.ts',
  // These use no database.
  'apps/api/src/auth/{devices,passwords}.test.ts',
  'apps/api/src/knowledge/{answer,local-summary,masking}.test.ts',
  'apps/api/src/platform/{clock,config,secret-file,live/*,http/{json,rate-limit},services/s3-storage,database/search}.test.ts',
  'apps/api/test/hostile-backup.test.ts',
];

/** A libSQL server could answer or store these otherwise; the rest is the same code on the same `Client` (client-contract.test.ts). */
const REMOTE = [
  // These concern batches, and what is read at the end of a transaction.
  'apps/api/src/conversations/{changes,frames,list,live,messages,reading}.test.ts',
  'apps/api/src/sos/sos.test.ts',
  'apps/api/src/platform/jobs/{bulk-jobs,jobs}.test.ts',
  // These race for one row, one seat, one use.
  'apps/api/src/conversations/seats.test.ts',
  'apps/api/src/sos/{helping,waves/waves}.test.ts',
  'apps/api/src/invitations/{founder,invitations,sign-up}.test.ts',
  'apps/api/src/auth/{better-auth,codes,reset,second-factor/second-factor,sessions}.test.ts',
  'apps/api/src/admin/cases/{cases,several}.test.ts',
  'apps/api/src/{reports/reports,outcomes/outcomes,account/deletion}.test.ts',
  'apps/api/src/{files/uploads,profiles/avatars}.test.ts',
  'apps/api/test/deletion-race.test.ts',
  // Their SQL depends on the version of SQLite or on how values travel.
  'apps/api/src/conversations/{history,search}.test.ts',
  'apps/api/src/{profiles/directory,admin/journal/journal,account/personal-data}.test.ts',
  'apps/api/test/journal-chain.test.ts',
];

export default defineConfig({
  test: {
    // These are the only bounds on waiting, far beyond what a busy machine needs. Whatever passes waits for its condition, not for these.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: PATIENCE_MS } },
    // Tests also wait: with three workers, two cores have work nearly all the time.
    maxWorkers: 3,
    globalSetup: 'apps/api/test/global-setup.ts',
    // Where a project says `isolate: false`, a worker loads the server once for all its files: a third of their time.
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'contracts',
          environment: 'node',
          isolate: false,
          include: ['packages/contracts/src/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          isolate: false,
          setupFiles: ['apps/api/test/check-pages.ts'],
          include: ['apps/api/**/*.test.ts'],
          exclude: [...withoutService, ...DRILLS],
        },
      },
      {
        extends: true,
        test: {
          name: 'drills',
          environment: 'node',
          isolate: false,
          setupFiles: ['apps/api/test/check-pages.ts'],
          include: DRILLS,
          exclude: withoutService,
          // Six of them keep two cores busy, so they begin when all others have ended.
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // This project runs against a real libSQL server. With GUILDE_TESTS=all it has every test but those of FILE_ONLY.
        extends: true,
        test: {
          name: 'api-remote',
          environment: 'node',
          isolate: false,
          provide: { database: 'server' },
          setupFiles: ['apps/api/test/check-pages.ts'],
          include: RUNS_ALL ? ['apps/api/**/*.test.ts'] : REMOTE,
          exclude: FILE_ONLY,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          isolate: false,
          include: ['packages/ui/src/**/*.test.{ts,tsx}'],
          setupFiles: ['packages/ui/test/setup.ts'],
          // The API runs in the same process but as Node runs it: Vite would rewrite its file addresses for a browser.
          server: { deps: { external: [/\/apps\/api\//] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'desktop',
          environment: 'node',
          isolate: false,
          include: ['apps/desktop/{main,test,e2e}/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'repository', environment: 'node', include: ['scripts/**/*.test.ts'] } },
    ].filter(({ test }) => !left.includes(test.name)),
  },
});
