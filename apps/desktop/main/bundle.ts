import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, relative, resolve } from 'node:path';

/** Toasts and dialogs need 'unsafe-inline' styles, and chosen or recorded files `blob:`. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

/** Serves nothing outside of `root`. Paths without an extension get index.html. */
export function createBundle(root: string): (request: Request) => Promise<Response> {
  const base = resolve(root);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405);
    const path = decodedPath(request.url);
    if (path === null) return plain(400);
    const extension = extname(path);
    const file = resolve(base, extension ? `.${path}` : 'index.html');
    const inside = relative(base, file);
    if (inside.startsWith('..') || isAbsolute(inside)) return plain(404);
    const type = TYPES[extension || '.html'];
    if (!type) return plain(404);
    try {
      const body = await readFile(file);
      const init = { headers: headersOf(type, path) };
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), init);
    } catch {
      return plain(404);
    }
  };
}

function decodedPath(address: string): string | null {
  try {
    const path = decodeURIComponent(new URL(address).pathname);
    return path.includes('\0') || path.includes('\\') ? null : path;
  } catch {
    return null;
  }
}

function headersOf(type: string, path: string): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(self), geolocation=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

function plain(status: number): Response {
  return new Response(null, { status });
}
