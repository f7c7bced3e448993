import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminSummaryPage, AdminUserDetail } from '@guilde/contracts/admin.ts';
import type { Message } from '@guilde/contracts/conversations.ts';
import { expect, it, onTestFinished } from 'vitest';
import { inconsistencies } from '../src/admin/consistency.ts';
import { journalKeys } from '../src/platform/audit.ts';
import { rawReader } from '../src/platform/audit-chain.ts';
import { openEngine } from '../src/platform/database/engine.ts';
import { type Client, createClient } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD, type PersonName } from './people.ts';
import { temporaryFolder } from './platform.ts';
import { granted, openChat, postSos, REMOVAL, refusal, sendText } from './scenes.ts';
import { withSecondFactor } from './second-factor.ts';

const HOUR = 3_600_000;
const NAMES = ['nina', 'claire', 'karim', 'zoe', 'theo'] as const;

type People = Record<(typeof NAMES)[number], Client>;

/** One installation that is started again, its file changed in between. */
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

/** SOS that ended in every way, a text that a summary rests on removed, a member suspended, one without a profile. */
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

/** What everybody is shown, and who closed what. */
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
    // Former versions stored neither what a sentence rests on nor for how long one may object.
    summaries: summaries.items.map(({ sentences, ...summary }) => ({
      ...summary,
      reviewUntil: null,
      sentences: sentences.map(({ text }) => text),
    })),
    account,
    home: granted(await claire.get('/api/home')),
    newcomer: refusal(await theo.get('/api/home')),
    closedBy: closedBy.rows.map((row) => Object.values(row)),
  };
}

const FIRST_MIGRATION = join(import.meta.dirname, '../migrations/0000_community.sql');

/** The file as the version before the migration 0001_one-life would have left it: its schema, with the rows of now. */
function makeFormer(file: string): void {
  const newer = `${file}.newer`;
  renameSync(file, newer);
  const database = openEngine(file);
  database.exec(readFileSync(FIRST_MIGRATION, 'utf8'));
  database.exec(`attach '${newer}' as newer; pragma foreign_keys = off`);
  const [commits] = database.prepare('pragma newer.user_version').raw().get([]) as number[];
  const names = (sql: string) => database.prepare(sql).raw().all([]).flat() as string[];
  // Triggers fill the full-text index and its tables.
  for (const table of names("select name from pragma_table_list where schema = 'main' and type = 'table'")) {
    if (table.startsWith('sqlite_')) continue;
    const columns = names(
      `select name from pragma_table_info('${table}', 'main') intersect select name from pragma_table_info('${table}', 'newer')`,
    ).map((name) => `"${name}"`);
    database.exec(`delete from main."${table}"`);
    const filled = table === 'conversations' ? ['title', 'title_folded'] : [];
    const into = [...columns, ...filled].join();
    const values = [...columns, ...filled.map(() => "''")].join();
    database.exec(`insert into main."${table}" (${into}) select ${values} from newer."${table}"`);
  }
  database.exec(`
    update conversations set (title, title_folded, requester_id, outcome, closed_at) =
      (select title, lower(title), user_id, iif(status in ('resolved', 'closed'), status, null), coalesce(resolved_at, closed_at)
      from sos_requests where id = sos_request_id);
    create table __drizzle_migrations as select * from newer.__drizzle_migrations order by created_at limit 1;
    detach newer;
    pragma user_version = ${commits}`);
  database.close();
}

it('a data folder of the version before opens and loses nothing', async () => {
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

  const after = await start(makeFormer);
  const people = Object.fromEntries(
    NAMES.map((name) => [name, clientOf(after, scene.people[name])]),
  ) as People;
  // That version had none.
  await withSecondFactor(after, people.nina);
  expect(await shown(after, { ...scene, people })).toEqual(then);
  const { db, secrets } = after.deps;
  expect(await inconsistencies(rawReader(db.client), journalKeys(secrets))).toEqual([]);
  const triggers = await db.client.execute(
    "select name from sqlite_schema where tbl_name = 'conversations' and type = 'trigger'",
  );
  expect(triggers.rows).toHaveLength(3);
});

function clientOf(guilde: Guilde, { id, cookies }: Client): Client {
  const client = Object.assign(createClient(guilde.url), { id });
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

it('without its journal the community is what it was', async () => {
  const guilde = await installation()();
  const scene = await everyEnd(guilde);
  const { people, hugo, ids } = scene;
  const { nina, claire, karim, zoe } = people;
  const then = await shown(guilde, scene);
  await guilde.deps.db.client.executeMultiple('drop trigger audit_entries_kept');
  const prune = () => guilde.deps.db.client.execute('delete from audit_entries');
  await prune();
  expect(await shown(guilde, scene)).toEqual(then);

  const reopen = async (client: Client, id: string) => {
    await prune();
    const answer = await client.post(`/api/sos/${id}/reopen`);
    return answer.status === 200 ? 'reopened' : refusal(answer);
  };
  expect(await reopen(claire, ids.byTeam)).toBe('409 SOS_CLOSED_BY_TEAM');
  expect(await reopen(zoe, ids.alone)).toBe('409 SOS_CLOSED_BY_TEAM');
  expect(await reopen(claire, ids.byAuthor)).toBe('reopened');
  expect(await reopen(claire, ids.afterTeam)).toBe('reopened');
  granted(await setStatus(nina, ids.byTeam, 'in_progress'));
  granted(await claire.post(`/api/sos/${ids.byTeam}/close`));
  expect(await reopen(claire, ids.byTeam)).toBe('reopened');
  granted(await setStatus(nina, ids.open, 'closed'));
  expect(await reopen(claire, ids.open)).toBe('409 SOS_CLOSED_BY_TEAM');
  granted(await setStatus(nina, ids.alone, 'open'));
  granted(await karim.post(`/api/sos/${ids.alone}/join`));
  await prune();
  granted(
    await zoe.post(`/api/ratings/resolve/${ids.alone}`, { ratings: [{ memberId: karim.id, rating: 4 }] }),
  );
  granted(await leaveGuilde(claire));
  expect(
    refusal(
      await nina.post(`/api/admin/users/${hugo.id}/suspend`, { reason: 'Encore', rule: 'solicitation' }),
    ),
  ).toBe('409 ALREADY_SUSPENDED');
  granted(await nina.post(`/api/admin/users/${hugo.id}/restore`, { reason: 'Expliqué' }));
  await prune();
  const user = granted(await nina.get<AdminUserDetail>(`/api/admin/users/${hugo.id}`));
  expect(user.suspension).toBeNull();
});
