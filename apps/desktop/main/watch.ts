import { createElapsed } from '@guilde/contracts/elapsed.ts';
import { openChat } from '@guilde/ui/paths.ts';
import { REPORTS } from '../bridge.ts';
import type { AppWindow } from './app-window.ts';
import { type Badge, createBadge } from './badge.ts';
import type { Connection } from './connection.ts';
import type { DesktopElectron, Tray } from './electron.ts';
import type { Images } from './images.ts';
import { createLiveLink, type LinkDeps, type LiveLink } from './live-link.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { createPresence } from './presence.ts';
import { createSignedInMember, type SignedInMember } from './signed-in-member.ts';
import type { Surroundings } from './surroundings.ts';
import { createUnreadNumber, type UnreadNumber } from './unread.ts';

export type Watch = {
  link: LiveLink;
  badge: Badge;
  wake: () => void;
  pageChanged: () => void;
  presenceChanged: () => void;
  /** « Ne pas déranger » leaves the badge on. */
  mute: (isMuted: boolean) => void;
  tryNotification: Notifier['try'];
  stop: () => void;
};

type WatchDeps = {
  electron: Pick<
    DesktopElectron,
    'app' | 'net' | 'Notification' | 'nativeImage' | 'session' | 'powerMonitor'
  >;
  around: Pick<Surroundings, 'platform' | 'now' | 'journal'>;
  images: Images;
  connection: Connection;
  tray: Tray;
  window: AppWindow;
  /** It is called at each `hello` of the server. */
  greeted: () => void;
  notified: (isShown: boolean) => void;
};

export function createWatch(deps: WatchDeps): Watch {
  const { electron, around, images, connection, tray, window } = deps;
  const elapsed = createElapsed(() => around.now().getTime(), monotonic);
  const badge = createBadge({ ...electron, platform: around.platform, images, tray, window: window.current });
  const unread = createUnreadNumber({
    ask: connection.server.unread,
    show: badge.show,
    isReading: () => chatInSight(window) !== null,
  });
  const notifier = watchNotifier(deps, unread, {
    memberId: () => signedIn.memberId(),
    notificationContext: () => (presence.isSilent() ? null : signedIn.notificationContext()),
  });
  const presence = createPresence({
    powerMonitor: electron.powerMonitor,
    pathInSight: window.pathInSight,
    mayNotify: () => electron.Notification.isSupported() && signedIn.notificationContext() !== null,
    send: (frame) => link.send(frame),
    elapsed,
  });
  const signedIn = createSignedInMember({
    ...connection,
    link: () => link,
    left: () => {
      unread.clear();
      notifier.clear();
      electron.session.defaultSession.clearCache().catch(() => undefined);
    },
  });
  const link = createLiveLink({
    WebSocket: electron.net.WebSocket,
    ...liveAddress(connection),
    toPage: (event) => window.send(REPORTS.socket, event),
    onClose: signedIn.closed,
    onEvent: (event) => {
      signedIn.onEvent(event);
      const memberId = signedIn.memberId();
      if (memberId) unread.onEvent(event, memberId);
      if (event.type === 'hello') deps.greeted();
      presence.onEvent(event);
      // Events right after `hello` wait for the member's settings.
      signedIn
        .known()
        .then(() => notifier.onEvent(event))
        .catch((error) => around.journal.write('A notification failed', error));
    },
    elapsed,
    random: Math.random,
    report: around.journal.write,
  });
  connection.session.onChange(signedIn.check);
  signedIn.check();
  const pageChanged = () => {
    notifier.seen(chatInSight(window));
    unread.lookedAway();
  };
  return {
    link,
    badge,
    pageChanged,
    presenceChanged: () => {
      presence.changed();
      unread.lookedAway();
    },
    tryNotification: notifier.try,
    mute: presence.mute,
    wake: () => {
      if (window.current()?.isFocused()) pageChanged();
      presence.changed();
      link.wake();
      signedIn.check();
      if (signedIn.memberId()) void unread.correct();
    },
    stop: () => {
      signedIn.stop();
      presence.stop();
      link.stop();
    },
  };
}

function watchNotifier(
  { electron, around, images, connection, window, notified }: WatchDeps,
  { isMuted }: Pick<UnreadNumber, 'isMuted'>,
  member: Pick<SignedInMember, 'memberId' | 'notificationContext'>,
): Notifier {
  return createNotifier({
    Notification: electron.Notification,
    icon: images.app,
    platform: around.platform,
    viewerId: member.memberId,
    context: () => {
      const context = member.notificationContext();
      const now = around.now();
      const time = { now: now.getTime(), minuteOfDay: minuteOfDay(now) };
      return context && { ...context, ...time, lookingAt: null, isMuted };
    },
    conversation: connection.server.conversation,
    asking: connection.server.asking,
    open: window.openAt,
    shown: () => {
      window.flash();
      electron.app.dock?.bounce();
      notified(true);
    },
    failed: (reason) => {
      around.journal.write(`A notification was not shown: ${reason}`);
      notified(false);
    },
  });
}

function liveAddress(connection: Connection): Pick<LinkDeps, 'url' | 'options'> {
  return {
    url: `${connection.origin.replace(/^http/, 'ws')}/api/live`,
    options: () => {
      const { origin = connection.origin, ...headers } = connection.headers();
      return { origin, headers };
    },
  };
}

const monotonic = () => performance.now();

function chatInSight({ pathInSight }: Pick<AppWindow, 'pathInSight'>): string | null {
  return openChat(URL.parse(pathInSight() ?? '', 'app://bundle'));
}

function minuteOfDay(now: Date): number {
  return now.getHours() * 60 + now.getMinutes();
}
