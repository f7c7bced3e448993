import type { LiveEvent } from '@guilde/contracts/events.ts';
import type { NotificationContext } from '@guilde/contracts/notifications.ts';
import type { Specialty } from '@guilde/contracts/profiles.ts';
import { isTransient, retryDelay } from '@guilde/contracts/retry.ts';
import type { Settings } from '@guilde/contracts/settings.ts';
import type { LiveLink } from './live-link.ts';
import type { Server } from './server.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** `settings` are null until the server has said them: nobody is disturbed in quiet hours that are not known yet. */
type Member = { id: string; specialties: Specialty[]; settings: Settings | null };

export type Presence = {
  /** Finds out who is signed in, and stays connected if they are a member. Asks again until the server answers. */
  settle: () => void;
  onEvent: (event: LiveEvent) => void;
  closed: (code: number, greeted: boolean) => void;
  memberId: () => string | null;
  /** What decides about notifications; null while nobody is known. */
  about: () => Pick<NotificationContext, 'viewerId' | 'specialties' | 'settings'> | null;
  /** Resolves once the server has been asked about the member of this connection. */
  known: () => Promise<void>;
  stop: () => void;
};

type PresenceDeps = {
  session: Pick<SessionKeeper, 'cookie' | 'forget'>;
  server: Pick<Server, 'account' | 'specialties' | 'settings'>;
  link: () => Pick<LiveLink, 'keep'>;
  left: () => void;
};

/** After this long, what the server did not say is asked again, in milliseconds. */
const RELEARN_MS = 30_000;

/** Who is signed in, and what the shell must know of them. Specialties and settings are asked anew at each connection. */
export function createPresence({ session, server, link, left }: PresenceDeps): Presence {
  let member: Member | null = null;
  let attempts = 0;
  let retry: NodeJS.Timeout | undefined;
  let relearn: NodeJS.Timeout | undefined;
  let learning = Promise.resolve();
  let isStopped = false;

  const leave = () => {
    member = null;
    clearTimeout(relearn);
    link().keep(false);
    left();
  };
  const learn = async (id: string) => {
    clearTimeout(relearn);
    member ??= { id, specialties: [], settings: null };
    const [specialties, settings] = await Promise.all([server.specialties(), server.settings()]);
    if (member?.id !== id) return;
    member = {
      id,
      specialties: specialties ?? member.specialties,
      settings: settings ?? member.settings,
    };
    if (isStopped || (settings && specialties)) return;
    relearn = setTimeout(() => void learn(id), RELEARN_MS);
    relearn.unref();
  };
  const settle = async (): Promise<void> => {
    clearTimeout(retry);
    if (isStopped) return;
    const asked = session.cookie();
    if (!asked) return leave();
    const account = await server.account();
    // Somebody signed in or out meanwhile: the answer is about another session.
    if (session.cookie() !== asked) return settle();
    if (account === null) {
      retry = setTimeout(() => void settle(), retryDelay(attempts++, Math.random));
      retry.unref();
      return;
    }
    attempts = 0;
    if (account === 'visitor') {
      await session.forget();
      leave();
    } else if (account.profileComplete) {
      if (member && member.id !== account.id) left();
      if (member?.id !== account.id) member = { id: account.id, specialties: [], settings: null };
      link().keep(true);
    }
  };
  return {
    settle: () => void settle(),
    closed: (code, greeted) => {
      // A session that ended while there was no connection is only noticed as a refusal to connect.
      if (!isTransient(code) || (!greeted && member)) void settle();
    },
    onEvent: (event) => {
      if (event.type === 'hello') {
        if (member?.id !== event.memberId) member = null;
        learning = learn(event.memberId);
        // The page may have opened the socket before the shell knew of a member.
        link().keep(true);
      }
      if (event.type === 'account.changed' && member) void learn(member.id);
      if (event.type === 'settings.changed' && member) member = { ...member, settings: event.settings };
      // Perhaps a session that has been replaced: the server says whether ours still holds.
      if (event.type === 'signed-out') void settle();
    },
    memberId: () => member?.id ?? null,
    known: () => learning,
    about: () => {
      const { id, specialties, settings } = member ?? {};
      return id && specialties && settings ? { viewerId: id, specialties, settings } : null;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(retry);
      clearTimeout(relearn);
    },
  };
}
