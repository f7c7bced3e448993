import type { RouteObject } from 'react-router-dom';
import { loadToaster } from './kit/toast-host.tsx';
import { FocusAfterNavigation } from './shell/focus-after-navigation.tsx';
import { GuardScreen } from './shell/guard-screen.tsx';
import { lazyScreen } from './shell/lazy-screen.tsx';
import { RouteError } from './shell/route-error.tsx';

const guards = () => import('./auth/guards.tsx');

/** The menu leads to these screens; they are prefetched (see below), like the form that matters most. */
const menu = {
  home: () => import('./home/home-page.tsx'),
  sos: () => import('./sos/sos-page.tsx'),
  newSos: () => import('./sos/new-sos-page.tsx'),
  chat: () => import('./conversations/chat-page.tsx'),
  directory: () => import('./profiles/directory-page.tsx'),
  knowledge: () => import('./knowledge/knowledge-page.tsx'),
  information: () => import('./information/information-page.tsx'),
  profile: () => import('./profiles/profile-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
  events: () => import('./events/events-page.tsx'),
  benchmarks: () => import('./benchmarks/benchmarks-page.tsx'),
  deals: () => import('./deals/deals-page.tsx'),
};

async function memberFrame() {
  const { Component: Frame, laterParts } = await import('./member-frame.tsx');
  const loads = [...laterParts, ...Object.values(menu), loadToaster];
  return { Component: () => <Frame loads={loads} /> };
}

/** Each screen is loaded when it is first needed. The paths are those of paths.ts. */
const visitorRoutes: RouteObject[] = [
  { path: 'auth', lazy: lazyScreen(() => import('./auth/auth-page.tsx')) },
  { path: 'desktop', lazy: lazyScreen(() => import('./auth/desktop-page.tsx')) },
  { path: 'confirm', lazy: lazyScreen(() => import('./auth/confirm-page.tsx')) },
  {
    path: 'confirm-email',
    lazy: lazyScreen(async () => ({
      Component: (await import('./credentials/email-link-page.tsx')).ConfirmEmail,
    })),
  },
  {
    path: 'take-back-email',
    lazy: lazyScreen(async () => ({
      Component: (await import('./credentials/email-link-page.tsx')).TakeBackEmail,
    })),
  },
  { path: 'reset-password', lazy: lazyScreen(() => import('./auth/reset-password-page.tsx')) },
  { path: 'invitation', lazy: lazyScreen(() => import('./invitations/invitation-page.tsx')) },
  { path: 'rejoindre/:code', lazy: lazyScreen(() => import('./invitations/access-page.tsx')) },
  { path: 'invitation-info', lazy: lazyScreen(() => import('./invitations/invitation-info-page.tsx')) },
  { path: 'unsubscribe', lazy: lazyScreen(() => import('./settings/unsubscribe-page.tsx')) },
  { path: 'objection', lazy: lazyScreen(() => import('./invitations/objection-page.tsx')) },
  { path: 'contest', lazy: lazyScreen(() => import('./reports/contest-page.tsx')) },
  { path: 'tient', lazy: lazyScreen(() => import('./outcomes/answer-page.tsx')) },
  { path: 'je-ne-viens-plus', lazy: lazyScreen(() => import('./events/leave-page.tsx')) },
  { path: 'terms', lazy: lazyScreen(() => import('./information/terms-page.tsx')) },
  { path: 'privacy', lazy: lazyScreen(() => import('./information/privacy-page.tsx')) },
  { path: 'accessibility', lazy: lazyScreen(() => import('./information/accessibility-page.tsx')) },
  { path: 'legal', lazy: lazyScreen(() => import('./information/legal-page.tsx')) },
  { path: 'rights', lazy: lazyScreen(() => import('./contact/rights-page.tsx')) },
  { path: 'contact', lazy: lazyScreen(() => import('./contact/contact-page.tsx')) },
  ...(['about', 'faq'] as const).map((tab) => ({
    path: tab,
    lazy: lazyScreen(async () => {
      const { InformationRedirect } = await import('./information/information-redirect.tsx');
      return { Component: () => <InformationRedirect tab={tab} /> };
    }),
  })),
];

const onboardingRoutes: RouteObject[] = [
  { path: 'accept-terms', lazy: lazyScreen(() => import('./information/accept-terms-page.tsx')) },
  { path: 'welcome', lazy: lazyScreen(() => import('./profiles/welcome-page.tsx')) },
  { path: 'profile-setup', lazy: lazyScreen(() => import('./profiles/profile-setup-page.tsx')) },
  { path: 'profile-completed', lazy: lazyScreen(() => import('./profiles/welcome-page.tsx')) },
];

const memberRoutes: RouteObject[] = [
  { path: 'home', lazy: lazyScreen(menu.home) },
  { path: 'sos/new', lazy: lazyScreen(menu.newSos) },
  { path: 'sos/:sosId?', lazy: lazyScreen(menu.sos) },
  { path: 'chat', lazy: lazyScreen(menu.chat) },
  { path: 'share', lazy: lazyScreen(() => import('./conversations/share-page.tsx')) },
  { path: 'profile', lazy: lazyScreen(menu.profile) },
  { path: 'settings/:page?', lazy: lazyScreen(menu.settings) },
  { path: 'profile/:userId', lazy: lazyScreen(() => import('./profiles/member-page.tsx')) },
  { path: 'directory', lazy: lazyScreen(menu.directory) },
  { path: 'knowledge', lazy: lazyScreen(menu.knowledge) },
  { path: 'knowledge/draft/:sourceId', lazy: lazyScreen(() => import('./knowledge/draft-page.tsx')) },
  { path: 'knowledge/:summaryId', lazy: lazyScreen(() => import('./knowledge/article-page.tsx')) },
  { path: 'announcements', lazy: lazyScreen(() => import('./announcements/announcements-page.tsx')) },
  { path: 'notifications', lazy: lazyScreen(() => import('./home/notifications-page.tsx')) },
  { path: 'information/:tab?', lazy: lazyScreen(menu.information) },
  { path: 'deals', lazy: lazyScreen(menu.deals) },
  { path: 'deals/new', lazy: lazyScreen(() => import('./deals/deal-form-page.tsx')) },
  { path: 'deals/:dealId', lazy: lazyScreen(() => import('./deals/deal-page.tsx')) },
  { path: 'deals/:dealId/offer', lazy: lazyScreen(() => import('./deals/deal-form-page.tsx')) },
  { path: 'benchmarks', lazy: lazyScreen(menu.benchmarks) },
  { path: 'events', lazy: lazyScreen(menu.events) },
  { path: 'events/new', lazy: lazyScreen(() => import('./events/event-form-page.tsx')) },
  { path: 'events/:eventId', lazy: lazyScreen(() => import('./events/event-page.tsx')) },
  { path: 'events/:eventId/edit', lazy: lazyScreen(() => import('./events/event-form-page.tsx')) },
  {
    lazy: lazyScreen(async () => ({ Component: (await guards()).RequireTeam })),
    children: [{ path: 'admin/:tab?/:openId?', lazy: lazyScreen(() => import('./admin/admin-page.tsx')) }],
  },
];

const notFound = async () => ({ Component: (await import('./shell/not-found.tsx')).MemberNotFoundPage });

export const routes: RouteObject[] = [
  {
    element: <FocusAfterNavigation />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <GuardScreen text="Chargement..." />,
    children: [
      {
        index: true,
        lazy: lazyScreen(async () => ({ Component: (await import('./home/landing-page.tsx')).LandingPage })),
      },
      {
        lazy: lazyScreen(() => import('./data-providers.tsx')),
        children: [
          ...visitorRoutes,
          {
            lazy: lazyScreen(async () => ({ Component: (await guards()).MemberOrNotFound })),
            children: [
              { lazy: lazyScreen(memberFrame), children: [{ path: '*', lazy: lazyScreen(notFound) }] },
            ],
          },
          {
            lazy: lazyScreen(async () => ({ Component: (await guards()).RequireSession })),
            children: [
              ...onboardingRoutes,
              {
                lazy: lazyScreen(async () => ({ Component: (await guards()).RequireProfile })),
                children: [
                  {
                    lazy: lazyScreen(memberFrame),
                    children: memberRoutes.map((route) => ({ errorElement: <RouteError />, ...route })),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];
