import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { guildeCommand } from './guilde-command.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { addSecondFactor } from './second-factor.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = join(temporaryFolder(), 'data');
});

describe('on the day when nobody can sign in', () => {
  it('an operator invites, gives and takes the role, and the journal says so', async () => {
    const guilde = await startGuilde({ dataDir });
    await guilde.as('nina');
    await addSecondFactor(guilde, await guilde.as('claire'));
    await guilde.close();
    const removed = () => guildeCommand(dataDir, 'remove-second-factor', 'claire@exemple.fr');
    expect(await removed()).toMatchObject({ code: 0, out: expect.stringContaining('Claire Martin') });
    expect(await removed()).toMatchObject({ code: 1, err: expect.stringContaining('n’est pas activée') });
    const invited = await guildeCommand(dataDir, 'invite', 'Alice@Exemple.fr', '--admin');
    expect(invited.out).toMatch(/alice@exemple\.fr[\s\S]*\/invitation#token=\S+&proof=/);
    expect(await guildeCommand(dataDir, 'invite', 'alice@exemple.fr')).toMatchObject({ code: 1 });
    expect((await guildeCommand(dataDir, 'admin', 'grant', 'claire@exemple.fr')).out).toContain(
      'Claire Martin',
    );
    expect((await guildeCommand(dataDir, 'admin', 'remove', 'nina@exemple.fr')).code).toBe(0);
    const last = await guildeCommand(dataDir, 'admin', 'remove', 'claire@exemple.fr');
    expect(last).toMatchObject({ code: 1, err: expect.stringContaining('seule à administrer') });
    expect((await guildeCommand(dataDir, 'admin', 'list')).out).toBe('Claire Martin <claire@exemple.fr>\n');
    const database = new DatabaseSync(join(dataDir, 'guilde.db'), { readOnly: true });
    const acts = database.prepare('select action, actor_name from audit_entries order by position').all();
    database.close();
    expect(acts.map(({ action, actor_name }) => `${String(action)} ${String(actor_name)}`)).toEqual([
      'second-factor.remove Ligne de commande',
      'invitation.create Ligne de commande',
      'role.grant Ligne de commande',
      'role.remove Ligne de commande',
    ]);
  });

  it('says in French what is wrong', async () => {
    const wrong: [string[], string][] = [
      [['nope'], 'Cette commande n’existe pas.'],
      [['invite'], 'Il manque un argument.'],
      [['invite', 'pas-une-adresse'], 'n’est pas une adresse e-mail'],
      [['check', '--fast'], 'Cette option n’existe pas.'],
      [['admin', 'grant', 'inconnu@exemple.fr'], 'Aucun compte n’a cette adresse.'],
      [['jobs', 'retry', 'x'], 'Cette tâche n’est pas en échec.'],
    ];
    await (await startGuilde({ dataDir })).close();
    for (const [args, said] of wrong) {
      const { code, err } = await guildeCommand(dataDir, ...args);
      expect([args, code]).toEqual([args, 1]);
      expect(err).toContain(said);
      expect(err).not.toMatch(/error:|at .*\.ts/);
    }
    const { err } = await guildeCommand(`${dataDir}-nothing`, 'backup');
    expect(err).toContain('il n’y a pas d’installation de Guilde');
  });

  it('explains each command', async () => {
    const commands = [
      ['invite'],
      ['admin'],
      ['admin', 'grant'],
      ['jobs'],
      ['backup'],
      ['restore'],
      ['check'],
    ];
    const answers = await Promise.all(
      commands.map((command) => guildeCommand(dataDir, ...command, '--help')),
    );
    for (const { code, out } of answers) {
      expect(code).toBe(0);
      expect(out).toContain('Utilisation');
    }
  });
});
