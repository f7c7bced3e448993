import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import type { NotificationContext } from '@guilde/contracts/notices/rules.ts';
import { isTransient, retryDelay } from '@guilde/contracts/retry.ts';
import type { Settings } from '@guilde/contracts/settings/rules.ts';
import type { LiveLink } from './live-link.ts';
import type { Server } from './server.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** `settings` are null until the server has answered, and nothing is shown before. */
type Member = { id: string; settings: Settings | null };

export type SignedInMember = {
  check: () => void;
  onEvent: (event: LiveEvent) => void;
  closed: (code: number, greeted: boolean) => void;
  memberId: () => string | null;
  /** It is null while no member is known. */
  notificationContext: () => Pick<NotificationContext, 'viewerId' | 'settings'> | null;
  /** Resolves once the server was asked about this connection's member. */
  known: () => Promise<void>;
  stop: () => void;
};

type SignedInMemberDeps = {
  session: Pick<SessionKeeper, 'cookie' | 'forget'>;
  server: Pick<Server, 'account' | 'settings'>;
  link: () => Pick<LiveLink, 'keep'>;
  left: () => void;
};

/** A question without an answer is repeated after this time. */
const RELEARN_MS = 30_000;

/** The settings are fetched at each connection. */
export function createSignedInMember({ session, server, link, left }: SignedInMemberDeps): SignedInMember {
  let member: Member | null = null;
  let attempts = 0;
  let retry: NodeJS.Timeout | undefined;
  let relearn: NodeJS.Timeout | undefined;
  let learning = Promise.resolve();
  let isStopped = false;
  let changes = 0;
  const leave = () => {
    member = null;
    clearTimeout(relearn);
    link().keep(false);
    left();
  };
  const learn = async (id: string) => {
    clearTimeout(relearn);
    member ??= { id, settings: null };
    const known = changes;
    const settings = await server.settings();
    // The answer may be older than a change that came meanwhile.
    if (member?.id !== id || changes !== known) return;
    member = { id, settings: settings ?? member.settings };
    if (isStopped || settings) return;
    relearn = setTimeout(() => void learn(id), RELEARN_MS).unref();
  };
  const check = async (): Promise<void> => {
    clearTimeout(retry);
    if (isStopped) return;
    const asked = session.cookie();
    if (!asked) return leave();
    const account = await server.account();
    // Somebody signed in or out meanwhile.
    if (session.cookie() !== asked) return check();
    if (account === null) {
      retry = setTimeout(() => void check(), retryDelay(attempts++, Math.random)).unref();
      return;
    }
    attempts = 0;
    if (account === 'visitor') {
      await session.forget();
      leave();
    } else if (account.entered) {
      if (member && member.id !== account.id) left();
      if (member?.id !== account.id) member = { id: account.id, settings: null };
      link().keep(true);
    }
  };
  return {
    check: () => void check(),
    closed: (code, greeted) => {
      // A session that ended while disconnected shows only as a refused connection.
      if (!isTransient(code) || (!greeted && member)) void check();
    },
    onEvent: (event) => {
      if (event.type === 'hello') {
        if (member?.id !== event.memberId) member = null;
        learning = learn(event.memberId);
        // The page may have opened the socket before the member was known here.
        link().keep(true);
      }
      if (event.type === 'settings.changed' && member) {
        changes++;
        member = { ...member, settings: event.settings };
      }
      // The event may concern a replaced session, so the server says whether ours is valid.
      if (event.type === 'signed-out') void check();
    },
    memberId: () => member?.id ?? null,
    known: () => learning,
    notificationContext: () => {
      const { id, settings } = member ?? {};
      return id && settings ? { viewerId: id, settings } : null;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(retry);
      clearTimeout(relearn);
    },
  };
}
