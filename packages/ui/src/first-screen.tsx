import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { Component as AuthPage } from './auth/auth-page.tsx';
import { Component as DataProviders } from './data-providers.tsx';
import { type Written, WrittenProvider } from './home/figures.ts';
import { LandingPage } from './home/landing-page.tsx';
import { type Platform, PlatformProvider } from './platform.ts';

/** The pages that people see first, each with what it needs around it. */
const visitors = createStaticHandler([
  { index: true, Component: LandingPage },
  { Component: DataProviders, children: [{ path: 'auth', Component: AuthPage }] },
]);

/**
 * What a visitor's page shows, as HTML for the server to send with it: there before any script has come. Links work at
 * once; what is typed or pressed waits for the scripts, which would not know of it. Empty for other pages than the landing
 * and the sign-in.
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
