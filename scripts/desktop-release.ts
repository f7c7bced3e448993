/** What a build of the desktop app is told. */
export type DesktopRelease = {
  /** The server that it speaks with, until a settings file says otherwise. */
  server: string;
  /** The folder that its updates and its dictionary come from, without a slash at the end; null: it asks for neither. */
  downloads: string | null;
};

const DEVELOPMENT_SERVER = 'http://localhost:3000';

/**
 * Reads GUILDE_SERVER_URL and GUILDE_DOWNLOADS_URL (docs/desktop.md), the only place where a build learns addresses.
 * Throws at an address without TLS, since programs and sessions travel there. A build of a tag is a release: it throws
 * without both, and when the tag is not the version that the app itself will say, by which updates are compared.
 */
export function desktopRelease(env: NodeJS.ProcessEnv, version: string): DesktopRelease {
  const release: DesktopRelease = {
    server: address(env, 'GUILDE_SERVER_URL', true) ?? DEVELOPMENT_SERVER,
    downloads: address(env, 'GUILDE_DOWNLOADS_URL', false),
  };
  if (env.GITHUB_REF_TYPE !== 'tag') return release;
  if (!env.GUILDE_SERVER_URL)
    throw new Error(
      'GUILDE_SERVER_URL is missing: a released app would look for its server on its own computer.',
    );
  if (!release.downloads)
    throw new Error('GUILDE_DOWNLOADS_URL is missing: a released app would never learn of a newer one.');
  if (env.GITHUB_REF_NAME !== `v${version}`)
    throw new Error(`The tag is ${env.GITHUB_REF_NAME}, but package.json says ${version}.`);
  return release;
}

function address(env: NodeJS.ProcessEnv, name: string, mayBeThisMachine: boolean): string | null {
  const text = env[name]?.trim();
  if (!text) return null;
  const url = URL.parse(text);
  const isHere = mayBeThisMachine && url?.protocol === 'http:' && url.hostname === 'localhost';
  if (!url || (url.protocol !== 'https:' && !isHere) || url.username || url.search || url.hash)
    throw new Error(`${name} is not an https address: ${text}`);
  return url.href.replace(/\/+$/, '');
}
