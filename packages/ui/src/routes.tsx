import type { RouteObject } from 'react-router-dom';
import { GuardScreen } from './shell/guard-screen.tsx';
import { RouteError } from './shell/route-error.tsx';

const guards = () => import('./auth/guards.tsx');

/** Every screen; each is loaded when it is first needed. The paths are those of paths.ts. */
const visitorRoutes: RouteObject[] = [
  { path: 'auth', lazy: () => import('./auth/auth-page.tsx') },
  { path: 'reset-password', lazy: () => import('./auth/reset-password-page.tsx') },
  { path: 'invitation', lazy: () => import('./invitations/invitation-page.tsx') },
  { path: 'invitation-info', lazy: () => import('./invitations/invitation-info-page.tsx') },
  { path: 'unsubscribe', lazy: () => import('./settings/unsubscribe-page.tsx') },
  { path: 'terms', lazy: () => import('./information/terms-page.tsx') },
  { path: 'privacy', lazy: () => import('./information/privacy-page.tsx') },
  { path: 'legal', lazy: () => import('./information/legal-page.tsx') },
  { path: 'contact', lazy: () => import('./contact/contact-page.tsx') },
  ...(['about', 'faq'] as const).map((tab) => ({
    path: tab,
    lazy: async () => {
      const { InformationRedirect } = await import('./information/information-redirect.tsx');
      return { element: <InformationRedirect tab={tab} /> };
    },
  })),
];

const onboardingRoutes: RouteObject[] = [
  { path: 'welcome', lazy: () => import('./profiles/welcome-page.tsx') },
  { path: 'profile-setup', lazy: () => import('./profiles/profile-setup-page.tsx') },
  { path: 'profile-completed', lazy: () => import('./profiles/welcome-page.tsx') },
];

const memberRoutes: RouteObject[] = [
  { path: 'home', lazy: () => import('./home/home-page.tsx') },
  { path: 'sos/new', lazy: () => import('./sos/new-sos-page.tsx') },
  { path: 'sos/:sosId?', lazy: () => import('./sos/sos-page.tsx') },
  { path: 'chat', lazy: () => import('./conversations/chat-page.tsx') },
  { path: 'profile', lazy: () => import('./profiles/profile-page.tsx') },
  { path: 'settings', lazy: () => import('./settings/settings-page.tsx') },
  { path: 'profile/:userId', lazy: () => import('./profiles/member-page.tsx') },
  { path: 'directory', lazy: () => import('./profiles/directory-page.tsx') },
  { path: 'knowledge', lazy: () => import('./knowledge/knowledge-page.tsx') },
  { path: 'knowledge/:summaryId', lazy: () => import('./knowledge/article-page.tsx') },
  { path: 'information/:tab?', lazy: () => import('./information/information-page.tsx') },
  { path: 'deals', lazy: async () => ({ Component: (await import('./shell/deals-page.tsx')).DealsPage }) },
  {
    path: 'benchmarks',
    lazy: async () => ({ Component: (await import('./shell/benchmarks-page.tsx')).BenchmarksPage }),
  },
  { path: 'events', lazy: async () => ({ Component: (await import('./shell/events-page.tsx')).EventsPage }) },
  {
    lazy: async () => ({ Component: (await guards()).RequireAdmin }),
    children: [{ path: 'admin/:tab?/:openId?', lazy: () => import('./admin/admin-page.tsx') }],
  },
];

export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <GuardScreen text="Chargement..." />,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./home/landing-page.tsx')).LandingPage }),
      },
      {
        lazy: () => import('./data-providers.tsx'),
        children: [
          ...visitorRoutes,
          {
            lazy: async () => ({ Component: (await guards()).RequireSession }),
            children: [
              ...onboardingRoutes,
              {
                lazy: async () => ({ Component: (await guards()).RequireProfile }),
                children: [
                  {
                    lazy: () => import('./member-frame.tsx'),
                    children: memberRoutes.map((route) => ({ errorElement: <RouteError />, ...route })),
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./shell/not-found-page.tsx')).NotFoundPage }),
      },
    ],
  },
];
