import type { Account } from '@guilde/contracts/auth/rules.ts';
import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { retryDelay } from '@guilde/contracts/retry.ts';
import { denyModeration } from '@guilde/contracts/viewer.ts';
import { useEffect, useState } from 'react';
import { Link, matchPath, Outlet, useLocation } from 'react-router-dom';
import { forgetDrafts, forgetDraftsOfOthers, hasDrafts } from '../drafts.ts';
import { Button } from '../kit/button.tsx';
import { RefusedState } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { usePlatform } from '../platform.ts';
import { GuardScreen, type GuardText } from '../shell/guard-screen.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFoundPage } from '../shell/not-found.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { Redirect } from '../shell/redirect.tsx';
import { MemberProvider, useAccount, useAskAccount, useMember, useSignedOutMember } from './account.ts';
import type { AuthState } from './auth-state.ts';
import { useSessionEnding } from './sign-out.ts';

/** A visitor comes back here after the sign-in. */
export function RequireSession() {
  const query = useAccount();
  const { data: account, error } = query;
  const location = useLocation();
  const { isEnding } = useSessionEnding();
  useEffect(() => () => useSessionEnding.setState({ isEnding: false }), []);
  const expired = useExpiredMember(account);
  useForgetDrafts(account);
  if (account) {
    return (
      <MemberProvider value={account}>
        <Outlet />
      </MemberProvider>
    );
  }
  if (account === null) {
    if (isEnding) return <GuardScreen text="Redirection..." />;
    const from = `${location.pathname}${location.search}${location.hash}`;
    return <Redirect to={paths.auth({ from })} state={{ from: location, ...expiredNotice(expired) }} />;
  }
  if (!error) return <GuardScreen text={waitingText(location.pathname)} />;
  return <AccountUnknown query={query} />;
}

/** It asks again by itself, on return and at growing intervals. */
function AccountUnknown({ query }: { query: ReturnType<typeof useAccount> }) {
  const ask = useAskAccount();
  const platform = usePlatform();
  useEffect(() => {
    let failures = 0;
    let isAsking = false;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      if (isGone) return;
      timer = setTimeout(() => void attempt(), retryDelay(failures++, Math.random));
    };
    const attempt = async () => {
      if (isAsking) return;
      isAsking = true;
      clearTimeout(timer);
      await ask().catch(later);
      isAsking = false;
    };
    later();
    const stop = platform.onWake(() => void attempt());
    return () => {
      isGone = true;
      stop();
      clearTimeout(timer);
    };
  }, [ask, platform]);
  return (
    <Page width="reading">
      <LoadFailed title="Guilde ne répond pas" query={query} />
    </Page>
  );
}

function waitingText(pathname: string): GuardText {
  return matchPath('/admin/*', pathname) ? 'Vérification des permissions...' : 'Chargement...';
}

/** Returns the member whose session expired; null for a visitor and after any other end of the session. */
function useExpiredMember(account: Account | null | undefined): string | null {
  const [memberId, setMemberId] = useState<string | null>(null);
  if (account && account.id !== memberId) setMemberId(account.id);
  return account === null && useSignedOutMember.getState().memberId === null ? memberId : null;
}

function expiredNotice(memberId: string | null): AuthState {
  if (memberId === null) return {};
  const kept = hasDrafts(memberId) ? ' Ce que tu as écrit est enregistré.' : '';
  return { notice: { tone: 'warning', text: `${shownErrorText('UNAUTHENTICATED')}${kept}` } };
}

/** The guard does it, because screens save their draft on unmount, before this effect runs. */
function useForgetDrafts(account: Account | null | undefined): void {
  useEffect(() => {
    if (account) forgetDraftsOfOthers(account.id);
    const { memberId } = useSignedOutMember.getState();
    if (account !== null || memberId === null) return;
    useSignedOutMember.setState({ memberId: null });
    forgetDrafts(memberId);
  }, [account]);
}

/** It needs a RequireSession around it. */
export function RequireProfile() {
  const { profileComplete, legal } = useMember();
  const { pathname, search, hash } = useLocation();
  if (!profileComplete) return <Redirect to={paths.profileSetup} />;
  if (legal.toAccept) return <Redirect to={paths.acceptTerms({ from: `${pathname}${search}${hash}` })} />;
  return <Outlet />;
}

/** It needs a RequireProfile around it. */
export function RequireTeam() {
  const refusal = denyModeration(useMember());
  if (!refusal) return <Outlet />;
  return (
    <Page width="reading">
      <PageHeader title="Administration" />
      <RefusedState
        title={shownErrorText(refusal)}
        action={
          <Button asChild variant="outline">
            <Link to={paths.home}>Retour à l’accueil</Link>
          </Button>
        }
      />
    </Page>
  );
}

function denyScreens({ profileComplete, legal }: Account): boolean {
  return !profileComplete || legal.toAccept !== null;
}

/** A member sees the page inside the shell, anybody else sees it alone. */
export function MemberOrNotFound() {
  const { data: account, isPending } = useAccount();
  if (isPending) return <GuardScreen text="Chargement..." />;
  if (!account || denyScreens(account)) return <NotFoundPage />;
  return (
    <MemberProvider value={account}>
      <Outlet />
    </MemberProvider>
  );
}
