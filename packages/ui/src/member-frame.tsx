import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { AnnouncementBanner } from './announcements/banner.tsx';
import { useApi, useIsFailing } from './api.ts';
import { useMember } from './auth/account.ts';
import { useSignOut } from './auth/sign-out.ts';
import { useUnread, useUnreadPolling } from './conversations/unread.ts';
import { useDraftsOnDisk } from './drafts.ts';
import { liveHandlers, navigation } from './features.ts';
import { useServiceWorker } from './installation/web-app.ts';
import { Boundary } from './kit/boundary.tsx';
import { loadOverlays } from './kit/overlays.tsx';
import { useIsOffline } from './kit/use-is-offline.ts';
import { startLive, useLive } from './live.ts';
import { useNoticeToasts } from './notifications/notice-toasts.ts';
import { notificationEvents } from './notifications/notify.ts';
import { useTabPresence } from './notifications/presence.ts';
import { usePalette } from './palette/palette-host.tsx';
import { usePlatform } from './platform.ts';
import { useDoNotDisturb } from './settings/do-not-disturb.ts';
import { usePushRenewal } from './settings/push-devices.ts';
import { useThemeOfSettings } from './settings/theme.ts';
import { useTimeZoneOfSettings } from './settings/time-zone.ts';
import { AppShell, type AppShellProps } from './shell/app-shell.tsx';
import { lazyPart } from './shell/lazy-screen.tsx';
import { type Loads, useLoadWhenIdle } from './shell/load-when-idle.ts';
import type { NavDots } from './shell/navigation.ts';
import { Shortcuts } from './shell/shortcuts.tsx';
import { useUnseen } from './unseen.ts';

const UnreadDecision = lazyPart(async () => (await import('./reports/unread-decision.tsx')).UnreadDecision);

/** An idle page loads these before the other pages. */
export const laterParts = [
  loadOverlays,
  () => import('./sos/sos-detail.tsx'),
  () => import('./ratings/resolve-dialog.tsx'),
];

/** It surrounds every page of a complete profile with navigation, live socket and unread number. */
export function Component({ loads }: { loads: Loads }) {
  const account = useMember();
  const total = useUnread()?.total ?? 0;
  const connection = useConnection(useUnreadPolling());
  const signOut = useSignOut();
  useLiveSocket(account.id);
  useLoadWhenIdle(loads);
  const dots = useDots();
  const quiet = useDoNotDisturb();
  const unreadDecision = useUnseen().data?.decision;
  const { profile, role } = account;
  const palette = usePalette({ memberId: account.id, isTeam: role !== 'member', onSignOut: signOut });
  return (
    <>
      <AppShell
        navigation={navigation}
        unread={total}
        dots={dots}
        isTeam={role !== 'member'}
        member={
          profile && {
            name: memberName(profile),
            avatarUrl: profile.avatarUrl,
            storeName: profile.storeName,
            quiet,
          }
        }
        connection={connection}
        banner={<AnnouncementBanner />}
        onSearch={palette.open}
        onSignOut={signOut}
      />
      <Boundary>
        <WithoutScreen unread={total} />
      </Boundary>
      <Boundary attempt={palette.element}>{palette.element}</Boundary>
      <Boundary>
        <Shortcuts />
      </Boundary>
      {unreadDecision && (
        <Boundary>
          <Suspense fallback={null}>
            <UnreadDecision key={unreadDecision.id} decision={unreadDecision} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

/** This runs beside every page; an error here is not one of the page. */
function WithoutScreen({ unread }: { unread: number }) {
  useUnreadBadge(unread);
  useThemeOfSettings();
  useTimeZoneOfSettings();
  useTabPresence();
  useDraftsOnDisk();
  useServiceWorker();
  usePushRenewal();
  useNoticeToasts();
  return null;
}

/** Says what is wrong with the connection, with the plainest reason first. `isAnswered` is about requests. */
function useConnection(isAnswered: boolean): AppShellProps['connection'] {
  const connection = useLive((live) => live.connection);
  const isOffline = useIsOffline();
  const isFailing = useIsFailing();
  if (isOffline) return 'offline';
  if (connection === 'reconnecting') return isAnswered ? 'polling' : 'reconnecting';
  return isFailing ? 'failing' : 'online';
}

function useDots(): NavDots {
  const { data } = useUnseen();
  return {
    joined: data?.ownSos.length ? 'du nouveau dans ton SOS' : '',
    asking: data?.asking.length ? 'un SOS a besoin de toi' : '',
  };
}

function useLiveSocket(memberId: string): void {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  const api = useApi();
  useEffect(
    () =>
      startLive(platform, { queryClient, api, memberId }, [...liveHandlers, notificationEvents(platform)]),
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
