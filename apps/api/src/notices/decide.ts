import { setImmediate as nextTurn } from 'node:timers/promises';
import { channelOf, type Decision, mailDelay, NOTICES } from '@guilde/contracts/notices/channels.ts';
import {
  DEFAULT_SETTINGS,
  isPaused,
  minuteOfDay,
  quietReason,
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
import type { NoticeContent, NoticeMail, NoticeSources } from './content.ts';
import { notify } from './notify.ts';
import { devicesInUse } from './subscriptions.ts';
import { notices } from './tables.ts';

const DAY_MS = 86_400_000;

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live' | 'config' | 'secrets'> &
  Pick<NoticeSources, 'kinds'>;

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
/** « wait » means that the mail leaves later, unless the member comes back. */
type Step = Decision | { channel: 'wait'; ms: number };

/** Chooses a channel for each member, or none. Each row is decided once, even if the job runs twice. */
export async function decideNotices(deps: DecideDeps, asked: JobPayloads['notice.decide']): Promise<void> {
  const found = await undecided(deps.db.orm).all({
    memberIds: JSON.stringify(asked.memberIds),
    kind: asked.kind,
    subject: asked.subject,
  });
  const { withoutPush = false, note } = asked;
  const devices = withoutPush ? null : await devicesInUse(deps, asked.memberIds);
  for (const one of found) {
    await decideOne(deps, one, devices && (devices.get(one.notice.memberId) ?? []), note);
    await nextTurn();
  }
}

/** Null for `devices` means that pushes failed. */
async function decideOne(
  deps: DecideDeps,
  one: Undecided,
  devices: readonly string[] | null,
  note: string | undefined,
): Promise<void> {
  const { notice } = one;
  const { kind, memberId, subject } = notice;
  const now = deps.clock.now();
  const isLate = now > notice.until;
  const answer = isLate ? null : await deps.kinds[kind].describe(deps.db.orm, memberId, subject, deps, note);
  const content = answer === 'blocked' ? null : answer;
  await deps.db.write(async (tx) => {
    const step = content
      ? await stepOf(tx, deps, one, { ...content, hasPush: !!devices?.length && content.isPushed !== false })
      : none(answer === 'blocked' ? answer : isLate ? 'late' : 'needless');
    if (step.channel === 'wait')
      return decideLater(tx, deps, notice, { delay: step.ms, withoutPush: devices === null });
    const [decided] = await tx.orm
      .update(notices)
      .set({
        channel: step.channel,
        reason: step.reason,
        isUnread: !isSeen(deps, notice, step),
        decidedAt: now,
        pushesLeft: devices?.length ?? 0,
      })
      .where(and(eq(notices.id, notice.id), isNull(notices.decidedAt)))
      .returning({ id: notices.id });
    if (!decided || !content) return;
    const { live } = content;
    if (live) tx.afterCommit(() => deps.live.publish([memberId], { ...live, id: notice.id }));
    // After failed pushes the mail that accompanies them has left already.
    const isMailed = NOTICES[kind].mail === 'also' ? devices !== null : step.channel === 'mail';
    if (isMailed && content.mail) await sendMail(tx, deps, one, content, content.mail);
    if (content.ifUnseen && mayBeUnseen(deps, notice, step)) await notify(tx, deps, content.ifUnseen);
    if (step.channel === 'push')
      for (const subscriptionId of devices ?? [])
        await deps.jobs.enqueue(tx, 'push.send', { noticeId: notice.id, subscriptionId });
  });
}

function mayBeUnseen({ live }: DecideDeps, { memberId }: Undecided['notice'], step: Step): boolean {
  if (step.channel === 'push') return true;
  return step.channel === 'none' && step.reason === 'told' && live.presenceOf(memberId) === 'away';
}

/** An open client showed it to a member who was there, or what it is about was opened before. */
function isSeen({ live }: DecideDeps, { memberId }: Undecided['notice'], step: Step): boolean {
  if (step.channel !== 'none') return false;
  return step.reason === 'needless' || (step.reason === 'told' && live.presenceOf(memberId) !== 'away');
}

function none(reason: 'late' | 'needless' | 'blocked'): Step {
  return { channel: 'none', reason };
}

async function stepOf(
  tx: Tx,
  { clock, live }: DecideDeps,
  one: Undecided,
  {
    mail,
    isUrgent = false,
    isAwaited = false,
    hasPush,
    since,
    isReached = false,
  }: NoticeContent & { hasPush: boolean },
): Promise<Step> {
  const { notice } = one;
  const now = clock.now();
  const settings = settingsOfRow(one);
  const to = {
    presence: live.presenceOf(notice.memberId),
    hasOpenClient: live.isConnected(notice.memberId),
    hasPush,
    quiet: quietReason(settings, () => minuteOfDay(settings.timeZone, now), now),
    isPaused: isPaused(settings, now),
    settings,
    mailsToday: await mailsToday(tx, notice, now),
  };
  const decision = channelOf(notice.kind, to, isAwaited || (isUrgent && settings.urgentInQuietHours));
  if (decision.channel !== 'mail') return decision;
  if (!mail) return none('needless');
  const wait = (since ?? notice.createdAt) + mailDelay(notice.kind, to, isReached) - now;
  return wait > 0 ? { channel: 'wait', ms: wait } : decision;
}

/** Counts the mails of this kind, and only where there is a cap. */
async function mailsToday(tx: Tx, { kind, memberId }: Undecided['notice'], now: number): Promise<number> {
  if (!Number.isFinite(NOTICES[kind].mailsPerDay)) return 0;
  return tx.orm.$count(
    notices,
    and(
      eq(notices.memberId, memberId),
      eq(notices.kind, kind),
      eq(notices.channel, 'mail'),
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
    // The running job has its own key.
    { key: `notice:${id}:${clock.now() + delay}`, delay },
  );
}

async function sendMail(
  tx: Tx,
  deps: DecideDeps,
  { notice, email }: Undecided,
  { path = deps.kinds[notice.kind].place(notice.subject).path, onMailed }: NoticeContent,
  mail: NoticeMail,
): Promise<void> {
  const { isBulk, footnote, stop, mail: isSent } = NOTICES[notice.kind];
  const quota = onMailed ? 'unread' : isSent === 'also' ? 'part' : null;
  if (quota && (await consumeMailQuota(tx, quota, { to: email, now: deps.clock.now() }))) return;
  await onMailed?.(tx);
  const link = stop && unsubscribeLink(deps, notice.memberId, stop.mails);
  const content = {
    to: email,
    isNews: true,
    ...mail,
    action: { label: mail.action, url: `${deps.config.publicUrl}${path}` },
    footnote,
    ...(link && { footnoteLink: { label: stop.label, url: link.url }, headers: link.headers }),
  };
  return queueMail(deps, tx, content, { isBulk });
}
