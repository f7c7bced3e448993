import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { Component as AuthPage } from './auth/auth-page.tsx';
import { Component as DataProviders } from './data-providers.tsx';
import { LandingPage } from './home/landing-page.tsx';
import { type PageData, PageDataProvider } from './home/page-data.ts';
import { IconStyle } from './kit/icon-style.tsx';
import { type Platform, PlatformProvider } from './platform.ts';

const publicPages = createStaticHandler([
  { index: true, Component: LandingPage },
  { Component: DataProviders, children: [{ path: 'auth', Component: AuthPage }] },
]);

/**
 * The server renders with it (docs/adr/0009-public-pages-rendered-by-the-server.md). Links work before the
 * scripts load; typing and buttons are blocked until then. It is empty for pages other than the landing and
 * the sign-in.
 */
export async function renderPublicPage(
  platform: Platform,
  path: string,
  pageData: PageData,
): Promise<string> {
  const context = await publicPages.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response || context.statusCode !== 200) return '';
  const html = renderToString(
    <PlatformProvider value={platform}>
      <PageDataProvider value={pageData}>
        <IconStyle>
          <StaticRouterProvider
            router={createStaticRouter(publicPages.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </IconStyle>
      </PageDataProvider>
    </PlatformProvider>,
  );
  return html.replace(/<(?:form|button) /g, '$&inert ').replaceAll('<input ', '<input readonly ');
}
