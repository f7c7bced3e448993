import { ownerId } from '@guilde/contracts/conversations/rules.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { announce } from '../kit/announcer.tsx';
import { toast } from '../kit/toast.ts';
import { isWindowFocused } from '../kit/window-focus.ts';
import { connectNotices, type LiveNotice } from '../live-notices.ts';
import { openChat, paths } from '../paths.ts';
import { type Platform, usePlatform } from '../platform.ts';
import { useJoinChat } from '../sos/join-chat.ts';
import { FOCUSED } from './presence.ts';
import { claim, flags } from './tabs.ts';

/** Each toast has one action, and stays until its page is opened. */
export function useNoticeToasts(): void {
  const platform = usePlatform();
  const navigate = useNavigate();
  const join = useJoinChat();
  const shownFor = useRef(new Set<string>());
  const location = useLocation();
  const { pathname } = location;
  const chatOf = openChat(location);
  const isShown = ({ shownOn, ...owner }: LiveNotice) =>
    shownOn.some((page) => {
      if (page === 'chat') return chatOf === ownerId(owner);
      if (page === 'event') return pathname === paths.event(ownerId(owner));
      return pathname === (page === 'sos' ? paths.sosDetail(ownerId(owner)) : paths.home);
    });
  const show = useEffectEvent(async (notice: LiveNotice) => {
    const { id, announcedAs, title, description, action } = notice;
    const owner = ownerId(notice);
    if (isShown(notice) || !(await showsHere(platform, id))) return announce(announcedAs);
    shownFor.current.add(owner);
    toast.info(title, {
      id: toastId(owner),
      announcedAs,
      ...(description && { description }),
      action: {
        help: { label: 'Je peux aider', onClick: () => join.start(owner) },
        chat: { label: 'Ouvrir le chat', onClick: () => void navigate(paths.chatOf(notice)) },
        event: { label: 'Voir l’événement', onClick: () => void navigate(paths.event(owner)) },
      }[action],
    });
  });
  useEffect(() => connectNotices((notice) => void show(notice)), []);
  useEffect(() => {
    const opened = chatOf ?? /^\/(?:sos|events)\/([^/]+)$/.exec(pathname)?.[1];
    if (!opened || !shownFor.current.delete(opened)) return;
    import('../kit/toaster.tsx').then(
      ({ dismissToast }) => dismissToast(toastId(opened)),
      () => undefined,
    );
  }, [pathname, chatOf]);
}

function toastId(owner: string): string {
  return `sos:${owner}`;
}

/** One window shows it: the focused one, else a notification, else the first visible one. */
async function showsHere({ notifications }: Platform, id: string): Promise<boolean> {
  if (isWindowFocused()) return true;
  if (document.visibilityState !== 'visible') return false;
  if (notifications.mode === 'shell' || notifications.permission() === 'granted') return false;
  return !(await flags()).has(FOCUSED) && claim(`toast ${id}`);
}
