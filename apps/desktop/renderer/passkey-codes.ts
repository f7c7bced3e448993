import { paths } from '@guilde/ui/paths.ts';
import type { DesktopFeatures } from '@guilde/ui/platform.ts';
import type { Bridge } from '../bridge.ts';

type Asked = { verifier: string; answer: (code: string) => void };

/**
 * A verifier in this page's memory binds the passkey to this run of the app (PKCE,
 * docs/adr/0044-passkeys-through-the-browser.md).
 */
export function createPasskeyCodes(
  bridge: Pick<Bridge, 'openOnWeb' | 'onPasskeyCode'>,
): Pick<DesktopFeatures, 'passkeyFromBrowser' | 'onUnaskedCode'> {
  let asked: Asked | null = null;
  let tell: (() => void) | null = null;
  let isUndelivered = false;
  bridge.onPasskeyCode((code) => {
    if (asked) asked.answer(code);
    else if (tell) tell();
    else isUndelivered = true;
  });
  return {
    passkeyFromBrowser: async (use, signal) => {
      const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
      const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const mine: Asked = { verifier, answer: resolve };
      const give = () => reject(signal.reason);
      signal.addEventListener('abort', give);
      asked = mine;
      bridge.openOnWeb(paths.desktop({ use, challenge: base64url(new Uint8Array(challenge)) }));
      try {
        return { code: await promise, verifier };
      } finally {
        signal.removeEventListener('abort', give);
        if (asked === mine) asked = null;
      }
    },
    onUnaskedCode: (listener) => {
      tell = listener;
      if (isUndelivered) listener();
      isUndelivered = false;
      return () => {
        tell = null;
      };
    },
  };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
