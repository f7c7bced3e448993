import { memberName } from '@guilde/contracts/profiles.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminEvents } from './admin/live-events.ts';
import { useApi } from './api.ts';
import { accountEvents, useMember } from './auth/account.ts';
import { useSignOut } from './auth/sign-out.ts';
import { conversationEvents } from './conversations/live-events.ts';
import { useUnread } from './conversations/unread.ts';
import { homeEvents } from './home/data.ts';
import { invitationEvents } from './invitations/data.ts';
import { knowledgeEvents } from './knowledge/data.ts';
import { startLive, useLive } from './live.ts';
import { notificationEvents } from './notifications/notify.ts';
import { useTabPresence } from './notifications/presence.ts';
import { usePalette } from './palette/palette-host.tsx';
import { usePlatform } from './platform.ts';
import { profileEvents } from './profiles/data.ts';
import { directoryEvents } from './profiles/directory-data.ts';
import { settingsEvents } from './settings/data.ts';
import { useThemeOfSettings } from './settings/theme.ts';
import { AppShell } from './shell/app-shell.tsx';
import { sosEvents } from './sos/data.ts';

const features = [
  accountEvents,
  profileEvents,
  directoryEvents,
  settingsEvents,
  invitationEvents,
  conversationEvents,
  sosEvents,
  knowledgeEvents,
  homeEvents,
  adminEvents,
];

/** Around every page of a member whose profile is complete: navigation, the live socket, the unread number. */
export function Component() {
  const account = useMember();
  const { data: unread } = useUnread();
  const total = unread?.total ?? 0;
  const connection = useLive((live) => live.connection);
  const signOut = useSignOut();
  useLiveSocket(account.id);
  useUnreadBadge(total);
  useThemeOfSettings();
  useTabPresence();
  const { profile, role } = account;
  const palette = usePalette({ memberId: account.id, isAdmin: role === 'admin', onSignOut: signOut });
  return (
    <>
      <AppShell
        unread={total}
        isAdmin={role === 'admin'}
        member={
          profile && { name: memberName(profile), avatarUrl: profile.avatarUrl, storeName: profile.storeName }
        }
        connection={connection === 'reconnecting' ? 'reconnecting' : 'online'}
        onSearch={palette.open}
        onSignOut={signOut}
      />
      {palette.element}
    </>
  );
}

function useLiveSocket(memberId: string): void {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  const api = useApi();
  useEffect(
    () => startLive(platform, { queryClient, api, memberId }, [...features, notificationEvents(platform)]),
    [platform, queryClient, api, memberId],
  );
}

function useUnreadBadge(total: number): void {
  const platform = usePlatform();
  useEffect(() => {
    platform.setUnreadCount(total);
  }, [platform, total]);
  useEffect(() => () => platform.setUnreadCount(0), [platform]);
}
