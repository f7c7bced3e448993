export type DesktopRelease = {
  server: string;
  /** Updates and the dictionary use this address, which has no final slash; without it there are neither. */
  downloads: string | null;
};

const DEVELOPMENT_SERVER = 'http://localhost:3000';

/**
 * Reads GUILDE_SERVER_URL and GUILDE_DOWNLOADS_URL (docs/desktop.md). @throws for an address without TLS, and
 * in a release (a build of a tag) without both, or when the tag differs from the app's version.
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
