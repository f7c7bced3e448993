import { ownerId, type Unread } from '@guilde/contracts/conversations/rules.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import {
  conversationToName,
  type MemberNotification,
  type NotificationContext,
  type NotificationTarget,
  type NotifiedConversation,
  type NotifiedEvent,
  notificationOf,
  notifiedId,
  tagOf,
  withdrawnBy,
} from '@guilde/contracts/notices/rules.ts';
import { notificationPath, paths } from '@guilde/ui/paths.ts';
import type { NotificationConstructorOptions } from 'electron';
import type { TrialNotification } from '../bridge.ts';
import { linkTo } from './deep-links.ts';
import type { NotificationClass, ShownNotification } from './electron.ts';
import { toastXml } from './toast.ts';

type Context = Omit<NotificationContext, 'conversation'>;

type NotifierDeps = {
  Notification: NotificationClass;
  icon: string;
  platform: NodeJS.Platform;
  viewerId: () => string | null;
  /** It is null while nothing is to be shown. */
  context: () => Context | null;
  conversation: (id: string) => Promise<NotifiedConversation | null>;
  /** Resolves with the SOS that still ask the member for help. */
  asking: () => Promise<readonly string[] | null>;
  open: (path: string) => void;
  shown: () => void;
  failed: (reason: string) => void;
};

export type Notifier = {
  onEvent: (event: LiveEvent) => Promise<void>;
  /** Removes this chat's notifications; with null, the person looks at something else. */
  seen: (owner: string | null) => void;
  clear: () => void;
  /** Shows a notification that the person asked for, whatever the settings say. */
  try: (trial: TrialNotification) => void;
};

/** Further ones are grouped. */
export const SHOWN_AT_MOST = 4;
/** Grouping ends after this pause. */
const CALM_MS = 10_000;
/** A group is not updated more often. */
const RENEWED_MS = 5000;
const REMEMBERED = 500;
/** The limit holds for conversations and for notifications. */
const KEPT = 100;

const CHATS: NotificationTarget = { to: 'chat', sosId: null };
const GROUP = { tag: 'group' };

/** A text counts in the conversation `countedIn` until it is read. */
type About = { tag: string; target: NotificationTarget; countedIn?: string };
type Shown = About & { handle: ShownNotification };

/** `notificationOf` decides what is shown, as on the web. */
export function createNotifier(deps: NotifierDeps): Notifier {
  const received = new Set<string>();
  const conversations = createConversations(deps.conversation);
  const notifications = createNotifications(deps);
  const group = createGroup(notifications);
  let turn = Promise.resolve();

  const inTurn = (run: () => void | Promise<void>) => {
    const done = turn.then(run);
    turn = done.catch(() => undefined);
    return done;
  };
  const show = ({ id, target, title, body, silent }: MemberNotification, event: NotifiedEvent) => {
    const tag = tagOf(event);
    // The later word about an event holds, as with pushes.
    if (target.to === 'event') notifications.withdraw({ tag });
    if (group.takes(target)) return;
    const isText = event.type === 'message.created' && event.message.kind === 'text';
    const about = { tag, target, ...(isText && { countedIn: event.message.conversationId }) };
    notifications.show(id, about, { title, body: bodyFor(deps.platform, body), silent });
  };
  const notify = (event: NotifiedEvent, before: Context) => {
    // The person may have signed out or come back meanwhile, but the settings at the event's arrival decide.
    const context = deps.context();
    if (context?.viewerId !== before.viewerId) return;
    const { settings, now, minuteOfDay } = before;
    const notification = notificationOf(event, {
      ...context,
      settings,
      now,
      minuteOfDay,
      conversation: conversations.get,
    });
    if (notification) show(notification, event);
  };
  return {
    onEvent: async (event) => {
      if (event.type === 'conversation.updated') conversations.add(event.conversation.id, event.conversation);
      const withdrawn = withdrawnBy(event, deps.viewerId() ?? '');
      // A notification that still waits for its name is shown before it is removed.
      if (withdrawn) await inTurn(() => notifications.withdraw(withdrawn));
      // Texts may have been read elsewhere while this computer slept.
      const unread = event.type === 'hello' || event.type === 'conversation.read' ? event.unread : undefined;
      if (unread) await inTurn(() => notifications.withdrawRead(unread));
      if (event.type === 'hello' && !event.isComplete) await notifications.withdrawEnded();
      const before = deps.context();
      if (!before || !isNew(event, received) || !deps.Notification.isSupported()) return;
      const id = conversationToName(event, before.viewerId);
      const named = id ? conversations.ask(id) : undefined;
      // Events are shown in the order of arrival, however long each name takes.
      await inTurn(async () => {
        await named;
        notify(event, before);
      });
    },
    try: notifications.try,
    seen: (owner) => {
      group.end();
      notifications.seen(owner);
    },
    clear: () => {
      group.end();
      notifications.clear();
      conversations.clear();
      received.clear();
    },
  };
}

function createConversations(fetch: NotifierDeps['conversation']) {
  const known = new Map<string, NotifiedConversation>();
  const pending = new Map<string, Promise<void>>();
  const add = (id: string, conversation: NotifiedConversation) => remember(known, id, conversation);
  const load = async (id: string): Promise<void> => {
    const found = await fetch(id);
    if (found) add(id, found);
  };
  return {
    add,
    get: (id: string) => known.get(id),
    ask: async (id: string): Promise<void> => {
      if (known.has(id)) return;
      const asking = pending.get(id) ?? load(id).finally(() => pending.delete(id));
      pending.set(id, asking);
      await asking;
    },
    clear: () => known.clear(),
  };
}

type Content = { title: string; body: string; silent: boolean };
type Notifications = ReturnType<typeof createNotifications>;

function createNotifications(deps: NotifierDeps) {
  const shown = new Map<string, Shown>();
  const put = (
    key: string,
    about: About,
    options: NotificationConstructorOptions,
    clicked: () => void,
    failed: (reason: string) => void = deps.failed,
  ) => {
    const handle = new deps.Notification(options);
    // A garbage-collected notification can be neither clicked nor closed.
    remember(shown, key, { ...about, handle });
    const forget = () => {
      if (shown.get(key)?.handle === handle) shown.delete(key);
    };
    handle.on('click', () => {
      forget();
      // Some Linux desktops leave it on screen.
      handle.close();
      clicked();
    });
    // A timed-out one stays in the notification centre of Windows, and must still be removable.
    handle.on('close', ({ reason }) => {
      if (reason !== 'timedOut') forget();
    });
    handle.on('failed', (_event, reason) => {
      forget();
      failed(reason);
    });
    handle.on('show', deps.shown);
    handle.show();
  };
  const remove = (key: string) => {
    const one = shown.get(key);
    shown.delete(key);
    one?.handle.close();
  };
  return {
    show: (key: string, about: About, content: Content) => {
      const plainly = () =>
        put(key, about, { ...content, icon: deps.icon }, () => deps.open(notificationPath(about.target)));
      if (deps.platform !== 'win32') return plainly();
      // On Windows the click opens a link; handling it here too would open the page twice.
      const description = toastXml({ ...content, link: linkTo(about.target) });
      put(key, about, { ...content, toastXml: description }, () => undefined, plainly);
    },
    try: (trial: TrialNotification) =>
      put('trial', { tag: 'trial', target: CHATS }, { ...trial, icon: deps.icon }, () =>
        deps.open(paths.settings('notifications')),
      ),
    seen: (owner: string | null) => {
      for (const [key, { tag, target }] of shown)
        if (tag === GROUP.tag || (owner !== null && 'sosId' in target && ownerId(target) === owner))
          remove(key);
    },
    withdraw: ({ id, tag }: { id?: string; tag: string }) => {
      for (const [key, one] of shown) if (one.tag === tag && (id === undefined || key === id)) remove(key);
    },
    withdrawRead: ({ total, conversations }: Unread) => {
      for (const [key, { tag, countedIn }] of shown)
        if (tag === GROUP.tag ? total === 0 : countedIn && !conversations[countedIn]) remove(key);
    },
    /** An SOS may have ended, or found its helpers, while this computer slept. */
    withdrawEnded: async () => {
      const before = [...shown].flatMap(([key, { tag, target }]) =>
        tag !== GROUP.tag && target.to === 'sos' ? [{ key, sosId: target.sosId }] : [],
      );
      const asking = before.length > 0 ? await deps.asking() : null;
      if (asking) for (const { key, sosId } of before) if (!asking.includes(sosId)) remove(key);
    },
    clear: () => {
      for (const key of shown.keys()) remove(key);
    },
  };
}

/** Replaces the notifications of a burst by a single one, which it updates. */
function createGroup(notifications: Notifications) {
  const paths = new Set<string>();
  let count = 0;
  let last = CHATS;
  let calming: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  const calm = () => {
    count = 0;
    paths.clear();
    clearTimeout(calming);
  };
  const grow = () => {
    if (renewal) return;
    notifications.clear();
    const shown = count;
    // A burst leads where all of it leads, or else to the list of chats, and makes one sound only.
    const target = paths.size === 1 ? last : CHATS;
    const body = `${count} nouveautés t’attendent.`;
    notifications.show(GROUP.tag, { ...GROUP, target }, { title: 'Guilde', body, silent: true });
    renewal = setTimeout(() => {
      renewal = undefined;
      if (count > shown) grow();
    }, RENEWED_MS);
    renewal.unref();
  };
  return {
    /** Counts a notification, and says whether the group shows it. */
    takes: (target: NotificationTarget): boolean => {
      clearTimeout(calming);
      calming = setTimeout(calm, CALM_MS);
      calming.unref();
      paths.add(notificationPath(target));
      last = target;
      if (++count <= SHOWN_AT_MOST) return false;
      grow();
      return true;
    },
    end: () => {
      calm();
      clearTimeout(renewal);
      renewal = undefined;
    },
  };
}

/** Linux desktops read the body as markup. Not all decode entities, hence look-alikes. */
function bodyFor(platform: NodeJS.Platform, body: string): string {
  return platform === 'linux' ? body.replaceAll('<', '‹').replaceAll('>', '›') : body;
}

/** An event may come again after a reconnection. */
function isNew(event: LiveEvent, received: Set<string>): event is NotifiedEvent {
  const id = notifiedId(event);
  if (id === null || received.has(id)) return false;
  received.add(id);
  if (received.size > REMEMBERED) received.delete(received.values().next().value ?? '');
  return true;
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > KEPT) map.delete(map.keys().next().value ?? '');
}
