import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { announce } from '../kit/announcer.tsx';
import { toast } from '../kit/toast.ts';
import { isWindowFocused } from '../kit/window-focus.ts';
import { connectNotices, type LiveNotice } from '../live-notices.ts';
import { paths } from '../paths.ts';
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
  const { pathname, search } = useLocation();
  const chatOf = pathname === paths.chat() ? new URLSearchParams(search).get('sos') : null;
  const isShown = ({ sosId, shownOn }: LiveNotice) =>
    shownOn.some((page) => {
      if (page === 'chat') return chatOf === sosId;
      return pathname === (page === 'sos' ? paths.sosDetail(sosId) : paths.home);
    });
  const show = useEffectEvent(async (notice: LiveNotice) => {
    const { id, announcedAs, title, description, sosId, action } = notice;
    if (isShown(notice) || !(await showsHere(platform, id))) return announce(announcedAs);
    shownFor.current.add(sosId);
    toast.info(title, {
      id: toastId(sosId),
      announcedAs,
      ...(description && { description }),
      action:
        action === 'help'
          ? { label: 'Je peux aider', onClick: () => join.start(sosId) }
          : { label: 'Ouvrir le chat', onClick: () => void navigate(paths.chat({ sos: sosId })) },
    });
  });
  useEffect(() => connectNotices((notice) => void show(notice)), []);
  useEffect(() => {
    const opened = chatOf ?? /^\/sos\/([^/]+)$/.exec(pathname)?.[1];
    if (!opened || !shownFor.current.delete(opened)) return;
    import('../kit/toaster.tsx').then(
      ({ dismissToast }) => dismissToast(toastId(opened)),
      () => undefined,
    );
  }, [pathname, chatOf]);
}

function toastId(sosId: string): string {
  return `sos:${sosId}`;
}

/** One window shows it: the focused one, else a notification, else the first visible one. */
async function showsHere({ notifications }: Platform, id: string): Promise<boolean> {
  if (isWindowFocused()) return true;
  if (document.visibilityState !== 'visible') return false;
  if (notifications.mode === 'shell' || notifications.permission() === 'granted') return false;
  return !(await flags()).has(FOCUSED) && claim(`toast ${id}`);
}
