import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { guildeCommand } from './guilde-command.ts';
import { startGuilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { granted, openChat } from './scenes.ts';

const DOCUMENTS = new URL('../../../docs/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, DOCUMENTS), 'utf8');

it('the documents name no command that there is not', async () => {
  const help = async (...args: string[]) => (await guildeCommand('/nowhere', ...args, '--help')).out;
  const commands = await help();
  const known = (out: string, name: string) => new RegExp(`^ {2}${name}\\b`, 'm').test(out);
  const named = readdirSync(DOCUMENTS)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [
      ...read(file).matchAll(/guilde -- ([a-z][a-z-]*)(?: (list|retry|grant|remove)\b)?/g),
    ]);
  expect(named.length).toBeGreaterThan(10);
  for (const [text, name = '', below] of named) {
    expect(known(commands, name), text).toBe(true);
    if (below) expect(known(await help(name), below), text).toBe(true);
  }
});

it('the queries of the run-book answer who is concerned', async () => {
  const guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  onTestFinished(guilde.close);
  const [nina, claire, karim] = [
    await guilde.as('nina'),
    await guilde.as('claire'),
    await guilde.as('karim'),
  ];
  await openChat(claire, karim);
  await nina.get(`/api/admin/users/${claire.id}`);
  granted(await guilde.visitor().post('/api/auth/sign-in', { email: claire.email, password: PASSWORD }));
  const entered = await guilde.deps.db.client.execute('select source from security_events');
  const [source, read_, messages, everybody] = [
    ...read('incident.md').matchAll(/```sql\n([\s\S]*?)```/g),
  ].map(([, query = '']) => query.replace(/\d{13} and \d{13}/, '0 and 9000000000000'));
  const ask = async (query = '', place = '', value = '') => {
    expect(query).toContain(place);
    return (await guilde.deps.db.client.execute(query.replace(place, value))).rows;
  };
  expect((await ask(source, '203.0.113.7', entered.rows[0]?.source as string)).length).toBeGreaterThan(0);
  const readings = await ask(read_, 'id of the account', nina.id);
  expect(readings.map(({ subject_id }) => subject_id)).toContain(claire.id);
  const readers = (await ask(messages, 'id of the account', claire.id)).map(({ email }) => email);
  expect(readers).toEqual(expect.arrayContaining([claire.email, karim.email]));
  expect(readers).not.toContain(nina.email);
  const all = (await ask(everybody)).map(({ email }) => email);
  expect(all).toEqual(expect.arrayContaining([nina.email, claire.email, karim.email]));
});
