import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { allOrSome } from '../../../scripts/extent.ts';
import { guildeCommand } from './guilde-command.ts';
import { temporaryFolder } from './platform.ts';
import { startSqld } from './sqld.ts';

/** The value holds a command's arguments; it is null for commands that need no installation. */
const ARGUMENTS: Record<string, string[] | null> = {
  invite: ['nina@exemple.fr'],
  'admin list': [],
  'admin grant': ['nina@exemple.fr'],
  'admin remove': ['nina@exemple.fr'],
  'moderator list': [],
  'moderator grant': ['nina@exemple.fr'],
  'moderator remove': ['nina@exemple.fr'],
  'remove-second-factor': ['nina@exemple.fr'],
  'jobs list': [],
  'jobs retry': [],
  retention: [],
  backup: [],
  restore: null,
  export: ['un-dossier'],
  import: null,
  seal: [],
  secrets: null,
  check: [],
};
const COMMANDS = [
  ...Object.entries(ARGUMENTS).flatMap(([name, args]) => (args ? [[...name.split(' '), ...args]] : [])),
  ['backup', '--raw'],
  ['retention', '--dry-run'],
];

/** Reads the names from the help. */
async function namesOf(...parent: string[]): Promise<string[]> {
  const { out } = await guildeCommand(temporaryFolder(), ...parent, '--help');
  const [, list = ''] = out.split(/Commandes\s:\n/);
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  const all = names
    .filter((name) => name !== 'help')
    .map(async (name) => {
      const below = await namesOf(...parent, name);
      return below.length > 0 ? below : [[...parent, name].join(' ')];
    });
  return (await Promise.all(all)).flat();
}

it('names every command', async () => {
  expect((await namesOf()).sort()).toEqual(Object.keys(ARGUMENTS).sort());
});

describe('without an installation a command makes none', () => {
  const refused = async (place: Parameters<typeof guildeCommand>[0], args: string[], says: RegExp) => {
    const { code, out, err } = await guildeCommand(place, ...args);
    expect([args, code, out]).toEqual([args, 1, '']);
    expect(err).toMatch(says);
  };

  it.each(allOrSome(COMMANDS, 4).map((command) => [command.join(' '), command] as const))(
    '%s',
    async (_, command) => {
      const absent = join(temporaryFolder(), 'data');
      await refused(absent, command, new RegExp(`^DATA_DIR\\s: [^\\n]* ${absent}, [^\\n]*\\.\\n$`));
      expect(existsSync(absent)).toBe(false);
      const empty = temporaryFolder();
      await refused(empty, command, new RegExp(`^DATA_DIR\\s: [^\\n]* ${empty}, [^\\n]*\\.\\n$`));
      expect(readdirSync(empty)).toEqual([]);
    },
  );

  describe('on a libSQL server', () => {
    let url: string;
    let host: string;
    beforeAll(async () => {
      const sqld = await startSqld();
      [url, host] = [sqld.url, `127.0.0.1:${sqld.port}`];
      return sqld.stop;
    });

    it.each(
      allOrSome(
        COMMANDS.filter((command) => !command.includes('--raw')),
        4,
      ).map((command) => [command.join(' '), command] as const),
    )('%s', async (_, command) => {
      const absent = join(temporaryFolder(), 'data');
      const named = new RegExp(
        `^(DATA_DIR\\s: [^\\n]* ${absent}|DATABASE_URL\\s: [^\\n]* ${host}) ?[^\\n]*\\.\\n$`,
      );
      await refused({ dataDir: absent, env: { DATABASE_URL: url } }, command, named);
      const withSecret = { DATABASE_URL: url, GUILDE_SECRET: 's'.repeat(32) };
      await refused({ dataDir: absent, env: withSecret }, command, named);
      expect(existsSync(absent)).toBe(false);
      const client = createClient({ url });
      onTestFinished(() => client.close());
      expect((await client.execute('select name from sqlite_master')).rows).toEqual([]);
    });
  });
});
