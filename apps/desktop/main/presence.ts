import { CLOSE, type LiveEvent, RECONNECT_DELAYS_MS } from '@guilde/contracts/events.ts';
import type { NotificationContext } from '@guilde/contracts/notifications.ts';
import type { Specialty } from '@guilde/contracts/profiles.ts';
import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings.ts';
import type { LiveLink } from './live-link.ts';
import type { Server } from './server.ts';
import type { SessionKeeper } from './session-keeper.ts';

type Member = { id: string; specialties: Specialty[]; settings: Settings };

export type Presence = {
  /** Finds out who is signed in, and stays connected if they are a member. Asks again until the server answers. */
  settle: () => void;
  hear: (event: LiveEvent) => void;
  closed: (code: number) => void;
  memberId: () => string | null;
  /** What decides about notifications; null while nobody is known. */
  about: () => Pick<NotificationContext, 'viewerId' | 'specialties' | 'settings'> | null;
  stop: () => void;
};

type PresenceDeps = {
  session: Pick<SessionKeeper, 'cookie' | 'forget'>;
  server: Pick<Server, 'account' | 'specialties' | 'settings'>;
  link: () => Pick<LiveLink, 'keep'>;
  left: () => void;
};

/** Who is signed in, and what the shell must know of them. Specialties and settings are asked anew at each connection. */
export function createPresence({ session, server, link, left }: PresenceDeps): Presence {
  let member: Member | null = null;
  let attempts = 0;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  const leave = () => {
    member = null;
    link().keep(false);
    left();
  };
  const learn = async (id: string) => {
    member ??= { id, specialties: [], settings: DEFAULT_SETTINGS };
    const [specialties, settings] = await Promise.all([server.specialties(), server.settings()]);
    if (member?.id !== id) return;
    member = {
      id,
      specialties: specialties ?? member.specialties,
      settings: settings ?? member.settings,
    };
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
      const delay = RECONNECT_DELAYS_MS[Math.min(attempts++, RECONNECT_DELAYS_MS.length - 1)];
      retry = setTimeout(() => void settle(), delay);
      retry.unref();
      return;
    }
    attempts = 0;
    if (account === 'visitor') {
      await session.forget();
      leave();
    } else if (account.profileComplete) {
      member =
        member?.id === account.id ? member : { id: account.id, specialties: [], settings: DEFAULT_SETTINGS };
      link().keep(true);
    }
  };
  return {
    settle: () => void settle(),
    closed: (code) => {
      if (code === CLOSE.signedOut) void settle();
    },
    hear: (event) => {
      if (event.type === 'hello') {
        if (member?.id !== event.memberId) member = null;
        void learn(event.memberId);
        // The page may have opened the socket before the shell knew of a member.
        link().keep(true);
      }
      if (event.type === 'account.changed' && member) void learn(member.id);
      if (event.type === 'settings.changed' && member) member = { ...member, settings: event.settings };
      // Perhaps a session that has been replaced: the server says whether ours still holds.
      if (event.type === 'signed-out') void settle();
    },
    memberId: () => member?.id ?? null,
    about: () =>
      member && { viewerId: member.id, specialties: member.specialties, settings: member.settings },
    stop: () => {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
