import { PERIODS, periodBefore } from '@guilde/contracts/retention/periods.ts';
import { type KEPT, RETENTION, type RetentionRule } from '@guilde/contracts/retention/rules.ts';
import { eq, isNotNull } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { warnUnused } from '../src/account/unused.ts';
import { members } from '../src/auth/tables.ts';
import { messages } from '../src/conversations/tables.ts';
import { rawReader } from '../src/platform/audit-chain.ts';
import type { Health } from '../src/platform/observe/health.ts';
import { applyRetention, planRetention } from '../src/platform/retention.ts';
import { reports } from '../src/reports/tables.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { storeOneOfEach } from './one-of-each.ts';
import { PASSWORD } from './people.ts';
import { openChat, sendText } from './scenes.ts';
import { until } from './until.ts';

/** These scheduled tasks erase, or announce that they will. */
const ERASING = new Set(['benchmarks.waves', 'retention', 'files.sweep', 'reports.quotes', 'account.unused']);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The privacy policy says with what tables without a rule are kept; null means no personal data. */
const KEPT_WITH: Record<string, keyof typeof KEPT | RetentionRule | null> = {
  accounts: 'account',
  conversation_openings: 'account',
  member_blocks: 'account',
  legal_acceptances: 'account',
  member_settings: 'account',
  passkeys: 'account',
  profile_specialties: 'account',
  profile_tools: 'account',
  profile_words: 'account',
  profiles: 'account',
  recovery_codes: 'account',
  second_factors: 'account',
  user_roles: 'account',
  invitation_batches: 'batches',
  invitation_objections: 'objections',
  conversations: 'writings',
  message_indexes: 'writings',
  message_reactions: 'writings',
  messages: 'writings',
  participants: 'writings',
  access_links: 'sponsorships',
  sos_requests: 'writings',
  sos_specialties: 'writings',
  sos_tools: 'writings',
  sos_views: 'readings',
  help_requests: 'helpRequests',
  sos_ratings: 'ratings',
  sos_outcomes: 'outcomes',
  article_confirmations: 'outcomes',
  sos_summaries: 'summaries',
  summary_consents: 'account',
  summary_versions: 'summaries',
  summary_vetoes: 'summaries',
  article_words: 'summaries',
  article_spellings: 'summaries',
  suggestion_openings: 'suggestions',
  announcement_recipients: 'announcements',
  announcement_targets: 'announcements',
  case_contests: 'reports',
  case_decisions: 'reports',
  decision_recipients: 'reports',
  contact_answers: 'contactMessages',
  incident_votes: 'incidents',
  event_seats: 'events',
  deal_offers: 'deals',
  deal_commitments: 'deals',
  deal_reviews: 'deals',
  benchmark_figures: 'benchmarkFigures',
  benchmark_cells: null,
  benchmark_waves: null,
  push_subscriptions: 'sessions',
  ai_calls: null,
  commit_number: null,
  community_settings: null,
  digests: null,
  push_keys: null,
  saved_filters: null,
  shared_views: null,
  webhooks: null,
  weekly_reports: null,
  sos_waves: null,
  __drizzle_migrations: null,
};

async function started(): Promise<Guilde> {
  const guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  onTestFinished(() => guilde.close());
  // The hourly run could come between two checks.
  await guilde.deps.jobs.stop();
  return guilde;
}

it('every table has a period, or is kept with something that the privacy policy names', async () => {
  const { deps } = await started();
  const read = rawReader(deps.db.client);
  const entries = await read("select name, sql from sqlite_master where type = 'table'");
  const indexes = entries
    .filter(({ sql }) => /^create virtual/i.test(String(sql)))
    .map(({ name }) => String(name));
  const tables = entries
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite|libsql)_/.test(name))
    .filter((name) => !indexes.some((index) => name === index || name.startsWith(`${index}_`)));
  const ruled = deps.retention.map(({ table }) => table);
  const forgotten = tables.filter((name) => !ruled.includes(name) && !Object.hasOwn(KEPT_WITH, name));
  expect(forgotten, 'a rule of retention, or an entry in KEPT_WITH').toEqual([]);
  expect(Object.keys(KEPT_WITH).filter((name) => !tables.includes(name) || ruled.includes(name))).toEqual([]);
  expect(new Set(deps.retention.map(({ rule }) => rule))).toEqual(new Set(Object.keys(RETENTION)));

  const kept = Object.keys(KEPT_WITH).filter((name) => KEPT_WITH[name] === 'account');
  for (const table of kept) {
    const keys = await read(`select "table", on_delete from pragma_foreign_key_list('${table}')`);
    const owners = keys.filter((key) => key.on_delete === 'CASCADE').map((key) => String(key.table));
    expect(
      [...kept, 'members'].filter((name) => owners.includes(name)),
      table,
    ).not.toEqual([]);
  }
});

/** The value is the number of rows that one of each kind makes, if it is not one. */
const ONE_OF_EACH = { codes: 4, reports: 2 } as Partial<Record<RetentionRule, number>>;

it('a dry run says what the run removes, rule by rule, and nothing goes before its time', async () => {
  const guilde = await started();
  const { deps, clock } = guilde;
  const claire = await guilde.as('claire');
  const { sos, conversation } = await openChat(claire, await guilde.as('karim'));
  const { id: messageId } = await sendText(claire, conversation.id, 'Après');
  // This erases what the sign-ups left.
  clock.advance(2 * 366 * DAY);
  await applyRetention(deps);
  const begin = clock.now();
  // The people who write and read here must be as old as the stored account.
  await deps.db.orm.update(members).set({ lastUsedAt: begin });
  await storeOneOfEach({ guilde, client: claire, messageId, sosId: sos.id }, begin);
  const rowsOf = (removed: { rule: RetentionRule; rows: number }[], rule: RetentionRule) =>
    removed.find((one) => one.rule === rule)?.rows;
  const together = Map.groupBy(Object.keys(RETENTION) as RetentionRule[], (rule) => {
    const [[unit, count]] = Object.entries(PERIODS[rule]) as [['days', number]];
    return periodBefore({ [unit]: -count } as { days: number }, begin);
  });
  for (const [end, rules] of [...together].toSorted(([one], [other]) => one - other)) {
    clock.advance(Math.max(0, end - HOUR - clock.now()));
    await warnUnused(deps);
    const early = await applyRetention(deps);
    for (const rule of rules) expect(rowsOf(early, rule), `${rule}, too early`).toBe(0);
    if (rules.includes('unusedAccounts'))
      for (const wait of [1, 23, 7]) {
        clock.advance(wait * DAY + HOUR);
        await warnUnused(deps);
      }
    clock.advance(Math.max(0, end + HOUR - clock.now()));
    // The journal loses whole months.
    if (rules.includes('journal')) clock.advance(31 * DAY);
    const planned = await planRetention(deps);
    for (const rule of rules)
      expect(rowsOf(planned, rule), rule).toBeGreaterThanOrEqual(ONE_OF_EACH[rule] ?? 1);
    expect(await applyRetention(deps)).toEqual(planned);
    expect((await planRetention(deps)).filter(({ rows }) => rows > 0)).toEqual([]);
  }
  const left = await deps.db.orm.select({ id: messages.id }).from(messages).where(eq(messages.id, messageId));
  expect(left).toHaveLength(1);
});

it('a clock that is years ahead erases nothing until an operator says that it is right', async () => {
  const guilde = await startGuilde();
  onTestFinished(() => guilde.close());
  const { deps, clock } = guilde;
  const claire = await guilde.as('claire');
  const { sos, conversation } = await openChat(claire, await guilde.as('karim'));
  const { id: messageId } = await sendText(claire, conversation.id, 'Après');
  await storeOneOfEach({ guilde, client: claire, messageId, sosId: sos.id }, clock.now());
  await deps.db.orm.update(reports).set({ quote: 'Le texte signalé' });
  const read = rawReader(deps.db.client);
  const rows = async () => {
    const counts: Record<string, number> = {};
    for (const { table } of deps.retention)
      counts[table] = Number((await read(`select count(*) as n from ${table}`))[0]?.n);
    counts.quotes = await deps.db.orm.$count(reports, isNotNull(reports.quote));
    return counts;
  };
  const allBegan = (since: number, erasing: boolean) =>
    until(async () => {
      // Each look at the schedule comes a second after the one before.
      clock.advance(1000);
      const { tasks } = await deps.jobs.schedule();
      const isOver = ({ lastRunAt }: { lastRunAt: number | null }) => (lastRunAt ?? 0) >= since;
      return tasks.every((task) => isOver(task) || (!erasing && ERASING.has(task.name)));
    });
  await allBegan(0, true);
  await guilde.mails();
  const before = await rows();
  clock.set(clock.now() + 6 * 366 * DAY);
  const ahead = clock.now();
  await allBegan(ahead, false);
  const after = await rows();
  expect(Object.keys(before).filter((table) => (after[table] ?? 0) < (before[table] ?? 0))).toEqual([]);
  const health = (await (await fetch(`${guilde.url}/api/health`)).json()) as Health;
  expect(health).toMatchObject({ ready: true, degraded: true, checks: { clock: false } });
  expect((await guilde.mails()).filter(({ subject }) => subject.includes('sera effacé'))).toEqual([]);
  await deps.jobs.trustClock();
  await until(async () => {
    clock.advance(1000);
    const left = await rows();
    const erased = ['sessions', 'announcements', 'contact_messages', 'security_events', 'quotes'];
    return erased.every((table) => (left[table] ?? 0) < (before[table] ?? 0));
  });
  expect((await deps.jobs.schedule()).erasuresPausedSince).toBeNull();
});

it('an account that nobody uses is warned twice, kept by a sign-in, and then erased', async () => {
  const guilde = await started();
  const { deps, clock } = guilde;
  const [nina, claire, karim] = [
    await guilde.as('nina'),
    await guilde.as('claire'),
    await guilde.as('karim'),
  ];
  const warned = async () => {
    await warnUnused(deps);
    const mails = (await guilde.mails()).filter(({ subject }) => subject.includes('sera effacé le'));
    return mails.map(({ to, subject }) => `${to}: ${subject}`);
  };
  const end = periodBefore({ years: -3 }, clock.now());
  const here = async () => (await deps.db.orm.select().from(members)).map(({ id }) => id).sort();
  clock.advance(end - 31 * DAY - clock.now());
  expect(await warned()).toEqual([]);
  clock.advance(2 * DAY);
  expect((await warned()).sort()).toEqual([
    'claire@exemple.fr: Ton compte Guilde sera effacé le 18 novembre 2029',
    'karim@exemple.fr: Ton compte Guilde sera effacé le 18 novembre 2029',
  ]);
  const back = guilde.visitor();
  const signedIn = await back.post('/api/auth/sign-in', { email: karim.email, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  clock.advance(23 * DAY + HOUR);
  expect((await warned()).at(-1)).toContain(claire.email);
  // A server that was off for a while sends no mail late, and erases nobody on the same day.
  clock.advance(6 * DAY);
  await applyRetention(deps);
  expect(await here()).toContain(claire.id);
  clock.advance(2 * DAY);
  await applyRetention(deps);
  expect(await here()).toEqual([nina.id, karim.id].sort());
  expect(await warned()).toHaveLength(3);
});
