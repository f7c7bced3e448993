import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { Component as AuthPage } from './auth/auth-page.tsx';
import { Component as DataProviders } from './data-providers.tsx';
import { type Written, WrittenProvider } from './home/figures.ts';
import { LandingPage } from './home/landing-page.tsx';
import { type Platform, PlatformProvider } from './platform.ts';

const visitors = createStaticHandler([
  { index: true, Component: LandingPage },
  { Component: DataProviders, children: [{ path: 'auth', Component: AuthPage }] },
]);

/**
 * For the server (docs/adr/0009-first-screens-from-the-server.md). Links work before the scripts load; typing
 * and buttons are blocked until then. Empty for pages other than the landing and the sign-in.
 */
export async function firstScreen(platform: Platform, path: string, written: Written): Promise<string> {
  const context = await visitors.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response || context.statusCode !== 200) return '';
  const html = renderToString(
    <PlatformProvider value={platform}>
      <WrittenProvider value={written}>
        <StaticRouterProvider
          router={createStaticRouter(visitors.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </WrittenProvider>
    </PlatformProvider>,
  );
  return html.replace(/<(?:form|button) /g, '$&inert ').replaceAll('<input ', '<input readonly ');
}
