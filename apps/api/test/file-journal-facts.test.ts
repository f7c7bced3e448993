import { join } from 'node:path';
import type { AdminSummaryPage, AdminUserDetail } from '@guilde/contracts/admin/rules.ts';
import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../src/platform/database/engine.ts';
import { type Client, createClient } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD, type PersonName } from './people.ts';
import { temporaryFolder } from './platform.ts';
import { granted, openChat, postSos, REMOVAL, refusal, sendText } from './scenes.ts';

const HOUR = 3_600_000;
const NAMES = ['nina', 'claire', 'karim', 'zoe', 'theo'] as const;

type People = Record<(typeof NAMES)[number], Client>;

/** The same installation is started again after its file was changed. */
function installation() {
  const dataDir = temporaryFolder();
  let running: Guilde | null = null;
  onTestFinished(() => running?.close());
  return async (change?: (file: string) => void) => {
    const clock = running?.clock;
    await running?.close();
    running = null;
    change?.(join(dataDir, 'guilde.db'));
    running = await startGuilde({ dataDir, ...(clock && { clock }) });
    return running;
  };
}

const setStatus = (nina: Client, sosId: string, status: string) =>
  nina.put(`/api/admin/sos/${sosId}/status`, { status, reason: 'Demande du membre' });
const leaveGuilde = (client: Client) => client.post('/api/account/delete', { password: PASSWORD });

/** SOS end in every way, a summary loses a source, a member is suspended and one has no profile. */
async function everyEnd(guilde: Guilde) {
  const of = (name: PersonName) => guilde.as(name);
  const [paul, lucie, hugo] = [await of('paul'), await of('lucie'), await of('hugo')];
  const found = await Promise.all(NAMES.map(async (name) => [name, await of(name)] as const));
  const people = Object.fromEntries(found) as People;
  const { nina, claire, karim, zoe } = people;
  const chat = async (author: Client) => (await openChat(author, karim)).sos.id;

  const byTeam = await chat(claire);
  granted(await setStatus(nina, byTeam, 'closed'));
  const alone = (await postSos(zoe)).id;
  granted(await setStatus(nina, alone, 'closed'));
  const byAuthor = await chat(claire);
  granted(await claire.post(`/api/sos/${byAuthor}/close`));
  const afterTeam = await chat(claire);
  for (const status of ['closed', 'in_progress']) granted(await setStatus(nina, afterTeam, status));
  granted(await claire.post(`/api/sos/${afterTeam}/close`));
  const byDeparture = await chat(paul);
  granted(await leaveGuilde(paul));
  const beforeDeparture = await chat(lucie);
  granted(await lucie.post(`/api/sos/${beforeDeparture}/close`));
  guilde.clock.advance(HOUR);
  granted(await leaveGuilde(lucie));
  const open = await chat(claire);

  const resolved = await openChat(claire, karim);
  const texts: Message[] = [];
  for (const text of [
    'Rassemble la facture et le Kbis avant d’écrire au support, puis demande la révision.',
    'Le formulaire de révision se trouve dans l’aide de la régie publicitaire.',
  ])
    texts.push(await sendText(karim, resolved.conversation.id, text));
  const ratings = [{ memberId: karim.id, rating: 5 }];
  granted(await claire.post(`/api/ratings/resolve/${resolved.sos.id}`, { ratings }));
  await guilde.deps.jobs.drain();
  guilde.clock.advance(HOUR);
  granted(await nina.post(`/api/admin/messages/${texts[0]?.id}/delete`, REMOVAL));
  granted(
    await nina.post(`/api/admin/users/${hugo.id}/suspend`, { reason: 'Publicité', rule: 'solicitation' }),
  );
  await guilde.deps.jobs.drain();
  const ids = { byTeam, alone, byAuthor, afterTeam, byDeparture, beforeDeparture, open };
  return { people, hugo, ids, resolved: resolved.sos.id };
}

type Scene = Awaited<ReturnType<typeof everyEnd>>;

/** Returns what everybody sees, and who closed what. */
async function shown(guilde: Guilde, { people, hugo, ids, resolved }: Scene) {
  const { nina, claire, karim, theo } = people;
  const paths = [
    ...[...Object.values(ids), resolved].map((id) => `/api/sos/${id}`),
    ...Object.values(ids)
      .filter((id) => id !== ids.alone)
      .map((id) => `/api/conversations/by-sos/${id}`),
    ...['/api/sos', '/api/home', '/api/conversations', '/api/conversations?q=compte+claire'],
  ];
  const seen: unknown[] = [];
  for (const path of paths) seen.push(granted(await karim.get(path)));
  const user = granted(await nina.get<AdminUserDetail>(`/api/admin/users/${hugo.id}`));
  const summaries = granted(await nina.get<AdminSummaryPage>('/api/admin/summaries?status=to-review'));
  const account = granted(await theo.get('/api/auth/account'));
  const closedBy = await guilde.deps.db.client.execute(
    'select id, status, closed_by from sos_requests order by position',
  );
  return {
    seen,
    user: { suspension: user.suspension, suspendedAt: user.suspendedAt },
    summaries: summaries.items,
    account,
    home: granted(await claire.get('/api/home')),
    newcomer: refusal(await theo.get('/api/home')),
    closedBy: closedBy.rows.map((row) => Object.values(row)),
  };
}

/** Drops the trigger that protects the journal, and deletes all its rows. */
function emptyJournal(file: string): void {
  const database = openEngine(file);
  database.exec(
    'drop trigger audit_entries_kept; drop trigger audit_search_delete; delete from audit_entries',
  );
  database.close();
}

it('without its journal an installation shows and decides the same', async () => {
  const start = installation();
  const before = await start();
  const scene = await everyEnd(before);
  const then = await shown(before, scene);
  expect(then.closedBy.map(([, status, by]) => [status, by])).toEqual([
    ...[
      ['closed', 'team'],
      ['closed', 'team'],
      ['closed', 'author'],
      ['closed', 'author'],
    ],
    ...[
      ['closed', 'departure'],
      ['closed', 'author'],
      ['in_progress', null],
      ['resolved', null],
    ],
  ]);
  expect(then.summaries).toMatchObject([{ changedSources: [2] }]);

  const after = await start(emptyJournal);
  const people = Object.fromEntries(
    NAMES.map((name) => [name, clientOf(after, scene.people[name])]),
  ) as People;
  expect(await shown(after, { ...scene, people })).toEqual(then);
});

function clientOf(guilde: Guilde, { id, cookies }: Client): Client {
  const client = Object.assign(createClient(guilde.url), { id });
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}
