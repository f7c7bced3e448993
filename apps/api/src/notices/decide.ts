import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Decision,
  mailDelay,
  NOTICE_RULES,
  type NoticeKind,
  wayOf,
} from '@guilde/contracts/notices/ways.ts';
import {
  DEFAULT_SETTINGS,
  isPaused,
  isQuiet,
  minuteOfDay,
  type Settings,
} from '@guilde/contracts/settings/rules.ts';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { preparedQuery, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { queueMail } from '../platform/services/mail.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import { toSettings } from '../settings/settings.ts';
import { memberSettings } from '../settings/tables.ts';
import { unsubscribeLink } from '../settings/unsubscribe.ts';
import { contentOf, type NoticeContent, type NoticeMail } from './content.ts';
import { notify } from './notify.ts';
import { devicesInUse } from './subscriptions.ts';
import { notices } from './tables.ts';

const DAY_MS = 86_400_000;

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live' | 'config' | 'secrets'>;

const undecided = preparedQuery((queries) =>
  queries
    .select({ notice: notices, email: members.email, settings: memberSettings })
    .from(notices)
    .innerJoin(members, and(eq(members.id, notices.memberId), isNull(members.suspendedAt)))
    .leftJoin(memberSettings, eq(memberSettings.userId, notices.memberId))
    .where(
      and(
        sql`${notices.memberId} in (select value from json_each(${sql.placeholder('memberIds')}))`,
        eq(notices.kind, sql.placeholder('kind')),
        eq(notices.subject, sql.placeholder('subject')),
        isNull(notices.decidedAt),
      ),
    )
    .prepare(),
);

type Undecided = Awaited<ReturnType<ReturnType<typeof undecided>['all']>>[number];
/** « wait »: the mail leaves later, unless the member comes back. */
type Step = Decision | { way: 'none'; reason: 'late' | 'needless' } | { way: 'wait'; ms: number };

/** For each member by which way, if at all; each row is decided once, whatever runs twice. */
export async function decideNotices(deps: DecideDeps, asked: JobPayloads['notice.decide']): Promise<void> {
  const found = await undecided(deps.db.orm).all({
    memberIds: JSON.stringify(asked.memberIds),
    kind: asked.kind,
    subject: asked.subject,
  });
  const { withoutPush = false } = asked;
  const devices = withoutPush ? null : await devicesInUse(deps, asked.memberIds);
  for (const one of found) {
    await decideOne(deps, one, devices && (devices.get(one.notice.memberId) ?? []));
    await nextTurn();
  }
}

/** `devices` null: pushes were tried in vain. */
async function decideOne(deps: DecideDeps, one: Undecided, devices: readonly string[] | null): Promise<void> {
  const { notice } = one;
  const now = deps.clock.now();
  const isLate = now > notice.until;
  const content = isLate ? null : await contentOf(deps, notice);
  await deps.db.write(async (tx) => {
    const step = content
      ? await stepOf(tx, deps, one, { ...content, hasPush: !!devices?.length && content.isPushed !== false })
      : none(isLate ? 'late' : 'needless');
    if (step.way === 'wait')
      return decideLater(tx, deps, notice, { delay: step.ms, withoutPush: devices === null });
    const [decided] = await tx.orm
      .update(notices)
      .set({
        way: step.way,
        reason: step.way === 'none' ? step.reason : null,
        decidedAt: now,
        pushesLeft: devices?.length ?? 0,
      })
      .where(and(eq(notices.id, notice.id), isNull(notices.decidedAt)))
      .returning({ id: notices.id });
    if (!decided || !content) return;
    if (step.way === 'mail' && content.mail) await sendMail(tx, deps, one, content, content.mail);
    if (content.ifUnseen && mayBeUnseen(deps, notice, step)) await notify(tx, deps, content.ifUnseen);
    if (step.way === 'push')
      for (const subscriptionId of devices ?? [])
        await deps.jobs.enqueue(tx, 'push.send', { noticeId: notice.id, subscriptionId });
  });
}

function mayBeUnseen({ live }: DecideDeps, { memberId }: Undecided['notice'], step: Step): boolean {
  if (step.way === 'push') return true;
  return step.way === 'none' && step.reason === 'told' && live.presenceOf(memberId) === 'away';
}

function none(reason: 'late' | 'needless'): Step {
  return { way: 'none', reason };
}

async function stepOf(
  tx: Tx,
  { clock, live }: DecideDeps,
  one: Undecided,
  { mail, isUrgent = false, hasPush, since, isReached = false }: NoticeContent & { hasPush: boolean },
): Promise<Step> {
  const { notice } = one;
  const now = clock.now();
  const settings = settingsOfRow(one);
  const to = {
    presence: live.presenceOf(notice.memberId),
    hasOpenClient: live.isConnected(notice.memberId),
    hasPush,
    isQuiet: isQuiet(settings.quietHours, minuteOfDay(settings.timeZone, now)),
    isPaused: isPaused(settings, now),
    settings,
    mailsToday: await mailsToday(tx, notice, now),
  };
  const decision = wayOf(notice.kind, to, isUrgent && settings.urgentInQuietHours);
  if (decision.way !== 'mail') return decision;
  if (!mail) return none('needless');
  const wait = (since ?? notice.createdAt) + mailDelay(notice.kind, to, isReached) - now;
  return wait > 0 ? { way: 'wait', ms: wait } : decision;
}

/** Of its kind; only counted where there is a cap. */
async function mailsToday(tx: Tx, { kind, memberId }: Undecided['notice'], now: number): Promise<number> {
  if (!Number.isFinite(NOTICE_RULES[kind].mailsPerDay)) return 0;
  return tx.orm.$count(
    notices,
    and(
      eq(notices.memberId, memberId),
      eq(notices.kind, kind),
      eq(notices.way, 'mail'),
      gt(notices.decidedAt, now - DAY_MS),
    ),
  );
}

function settingsOfRow({ settings }: Undecided): Settings {
  return settings ? toSettings(settings) : DEFAULT_SETTINGS;
}

function decideLater(
  tx: Tx,
  { jobs, clock }: DecideDeps,
  { id, kind, subject, memberId }: Undecided['notice'],
  { delay, withoutPush }: { delay: number; withoutPush: boolean },
): Promise<void> {
  return jobs.enqueue(
    tx,
    'notice.decide',
    { kind, subject, memberIds: [memberId], withoutPush },
    // The job that runs has a key of its own.
    { key: `notice:${id}:${clock.now() + delay}`, delay },
  );
}

async function sendMail(
  tx: Tx,
  deps: DecideDeps,
  { notice, email }: Undecided,
  { path, onMailed }: NoticeContent,
  mail: NoticeMail,
): Promise<void> {
  if (onMailed) {
    if (await consumeMailQuota(tx, 'unread', { to: email, now: deps.clock.now() })) return;
    await onMailed(tx);
  }

  const { isBulk } = NOTICE_RULES[notice.kind];
  const content = {
    to: email,
    action: { label: 'Ouvrir Guilde', url: `${deps.config.publicUrl}${path}` },
    ...footOf(deps, notice.kind, notice.memberId),
    ...mail,
  };
  return queueMail(deps, tx, content, { isBulk });
}

function footOf(deps: DecideDeps, kind: NoticeKind, memberId: string) {
  const { mailSetting } = NOTICE_RULES[kind];
  if (mailSetting === null)
    return { footnote: 'Tu reçois cet e-mail parce qu’il concerne ton activité sur Guilde.' };
  if (mailSetting === 'emailAnnouncements') {
    const { url, headers } = unsubscribeLink(deps, memberId, 'announcements');
    return {
      footnote: 'Tu reçois cet e-mail parce que l’équipe de Guilde écrit à ses membres.',
      footnoteLink: { label: 'Ne plus recevoir les annonces par e-mail', url },
      headers,
    };
  }
  const { url, headers } = unsubscribeLink(deps, memberId);
  return {
    footnote: 'Tu reçois cet e-mail parce qu’aucun de tes appareils ne pouvait t’avertir.',
    footnoteLink: { label: 'Ne plus recevoir ces e-mails', url },
    headers,
  };
}
