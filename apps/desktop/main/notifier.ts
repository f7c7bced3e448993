import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import {
  conversationToName,
  type MemberNotification,
  type NotificationContext,
  type NotificationTarget,
  type NotifiedConversation,
  notificationOf,
  notifiedId,
} from '@guilde/contracts/notices/rules.ts';
import { notificationPath, paths } from '@guilde/ui/paths.ts';
import type { NotificationConstructorOptions } from 'electron';
import type { TrialNotification } from '../bridge.ts';
import { linkTo } from './deep-links.ts';
import type { NotificationClass, ShownNotification } from './electron.ts';
import { toastXml } from './toast.ts';

type NotifierDeps = {
  Notification: NotificationClass;
  icon: string;
  platform: NodeJS.Platform;
  context: () => Omit<NotificationContext, 'conversation'> | null;
  conversation: (id: string) => Promise<NotifiedConversation | null>;
  open: (path: string) => void;
  shown: () => void;
  failed: (reason: string) => void;
};

export type Notifier = {
  onEvent: (event: LiveEvent) => Promise<void>;
  /** Removes this chat's notifications; with null, the person looks at something else. */
  seen: (sosId: string | null) => void;
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

type Shown = { handle: ShownNotification; sosId: string | null };

/** `notificationOf` decides what is shown, as on the web. */
export function createNotifier(deps: NotifierDeps): Notifier {
  const received = new Set<string>();
  const shown = new Map<string, Shown>();
  const conversations = new Map<string, NotifiedConversation>();
  const group = createGrouping();
  const naming = new Map<string, Promise<void>>();
  let turn = Promise.resolve();
  let renewal: NodeJS.Timeout | undefined;

  const nameOf = async (id: string): Promise<void> => {
    if (conversations.has(id)) return;
    const asking = naming.get(id) ?? askName(id).finally(() => naming.delete(id));
    naming.set(id, asking);
    await asking;
  };
  const askName = async (id: string): Promise<void> => {
    const found = await deps.conversation(id);
    if (found) remember(conversations, id, found);
  };
  const put = (
    key: string,
    sosId: string | null,
    options: NotificationConstructorOptions,
    clicked: () => void,
    failed: (reason: string) => void = deps.failed,
  ) => {
    const handle = new deps.Notification(options);
    // A garbage-collected notification can be neither clicked nor closed.
    remember(shown, key, { handle, sosId });
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
  const showOne = (
    key: string,
    sosId: string | null,
    target: NotificationTarget,
    content: { title: string; body: string; silent: boolean },
  ) => {
    const plainly = () =>
      put(key, sosId, { ...content, icon: deps.icon }, () => deps.open(notificationPath(target)));
    if (deps.platform !== 'win32') plainly();
    else {
      // On Windows the click opens a link; handling it here too would open the page twice.
      const description = toastXml({ ...content, link: linkTo(target) });
      put(key, sosId, { ...content, toastXml: description }, () => undefined, plainly);
    }
  };
  const showGroup = () => {
    closeAll(shown);
    const { count, target } = group.current();
    // A burst makes one sound only.
    showOne('group', null, target, {
      title: 'Guilde',
      body: `${count} nouveautés t’attendent.`,
      silent: true,
    });
  };
  const growGroup = () => {
    if (renewal) return;
    showGroup();
    const last = group.current().count;
    renewal = setTimeout(() => {
      renewal = undefined;
      if (group.current().count > last) growGroup();
    }, RENEWED_MS);
    renewal.unref();
  };
  const show = ({ id, target, title, body, silent }: MemberNotification) => {
    if (group.add(target) > SHOWN_AT_MOST) growGroup();
    else
      showOne(id, 'sosId' in target ? target.sosId : null, target, {
        title,
        body: bodyFor(deps.platform, body),
        silent,
      });
  };
  const inTurn = (run: () => void | Promise<void>) => {
    turn = turn.then(run);
    return turn;
  };
  const takeBack = (key: string) => {
    const one = shown.get(key);
    shown.delete(key);
    one?.handle.close();
  };
  const calm = () => {
    group.calm();
    clearTimeout(renewal);
    renewal = undefined;
  };
  const notify = (event: LiveEvent, viewerId: string) => {
    // The person may have signed out or come back meanwhile.
    const context = deps.context();
    if (context?.viewerId !== viewerId) return;
    const notification = notificationOf(event, {
      ...context,
      conversation: (one) => conversations.get(one),
    });
    if (notification) show(notification);
  };
  return {
    onEvent: async (event) => {
      if (event.type === 'conversation.updated')
        remember(conversations, event.conversation.id, event.conversation);
      // A notification that still waits for its name is shown before it is removed.
      if (event.type === 'message.changed' && event.message.kind === 'deleted')
        await inTurn(() => takeBack(event.message.id));
      if (event.type === 'announcement.removed') await inTurn(() => takeBack(event.announcementId));
      const before = deps.context();
      if (!before || !isNew(event, received) || !deps.Notification.isSupported()) return;
      const id = conversationToName(event, before.viewerId);
      const named = id ? nameOf(id) : undefined;
      // Events are shown in the order of arrival, however long each name takes.
      await inTurn(async () => {
        await named;
        notify(event, before.viewerId);
      });
    },
    try: (trial) => put('trial', null, { ...trial, icon: deps.icon }, () => deps.open(paths.settings)),
    seen: (sosId) => {
      calm();
      for (const [key, one] of shown) {
        if (key !== 'group' && (sosId === null || one.sosId !== sosId)) continue;
        shown.delete(key);
        one.handle.close();
      }
    },
    clear: () => {
      calm();
      closeAll(shown);
      conversations.clear();
      received.clear();
    },
  };
}

/** Linux desktops read the body as markup. Not all decode entities, hence look-alikes. */
function bodyFor(platform: NodeJS.Platform, body: string): string {
  return platform === 'linux' ? body.replaceAll('<', '‹').replaceAll('>', '›') : body;
}

/** An event may come again after a reconnection. */
function isNew(event: LiveEvent, received: Set<string>): boolean {
  const id = notifiedId(event);
  if (id === null || received.has(id)) return false;
  received.add(id);
  if (received.size > REMEMBERED) received.delete(received.values().next().value ?? '');
  return true;
}

function closeAll(shown: Map<string, Shown>): void {
  for (const [key, { handle }] of shown) {
    shown.delete(key);
    handle.close();
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > KEPT) map.delete(map.keys().next().value ?? '');
}

/** The target is the common one of notifications within `CALM_MS`, else the list of chats. */
function createGrouping() {
  const paths = new Set<string>();
  let count = 0;
  let last: NotificationTarget = { to: 'chat', sosId: null };
  let calming: NodeJS.Timeout | undefined;
  const calm = () => {
    count = 0;
    paths.clear();
    clearTimeout(calming);
  };
  return {
    calm,
    add: (target: NotificationTarget): number => {
      clearTimeout(calming);
      calming = setTimeout(calm, CALM_MS);
      calming.unref();
      paths.add(notificationPath(target));
      last = target;
      return ++count;
    },
    current: (): { count: number; target: NotificationTarget } => ({
      count,
      target: paths.size === 1 ? last : { to: 'chat', sosId: null },
    }),
  };
}
