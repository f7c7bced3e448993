import type { Installation, PushFeatures, PushTarget, WebAppFeatures } from '@guilde/ui/platform.ts';
import { secureNavigator } from '@guilde/ui/secure-context.ts';
import { isInstallOffered, onInstallChange, promptInstall } from './install-prompt.ts';
import { navigate } from './navigate.ts';

export { closeNotification, showNotification } from './show-notification.ts';

const WORKER = '/service-worker.js';
const STANDALONE = '(display-mode: standalone)';

/** iPads claim to be Macs, which have no touch screen. */
function isIos(): boolean {
  const { userAgent, platform, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return matchMedia(STANDALONE).matches || ('standalone' in navigator && navigator.standalone === true);
}

function installation(): Installation {
  if (isInstalled()) return 'installed';
  if (isInstallOffered()) return 'offered';
  return isIos() ? 'ios' : 'unavailable';
}

const push: PushFeatures = {
  support: () => {
    if (secureNavigator.serviceWorker && 'PushManager' in window && 'Notification' in window)
      return 'supported';
    return isIos() && !isInstalled() ? 'not-installed' : 'unsupported';
  },
  current: async () => {
    const registration = await secureNavigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    return subscription ? targetOf(subscription) : null;
  },
  subscribe: async (publicKey) => {
    start();
    const registration = await secureNavigator.serviceWorker?.ready;
    if (!registration) throw new Error('This browser has no service worker');
    const { pushManager } = registration;
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    try {
      return targetOf(await pushManager.subscribe(options));
    } catch (error) {
      // The subscription was made with a former key of the server.
      const old = await pushManager.getSubscription();
      if (!old) throw error;
      await old.unsubscribe();
      return targetOf(await pushManager.subscribe(options));
    }
  },
  unsubscribe: async () => {
    const registration = await secureNavigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  },
};

function targetOf(subscription: PushSubscription): PushTarget {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } };
}

/** The worker repeats a click until the page answers. */
let answeredId: unknown;

/** The worker sends this after a click, and opens a window when no page answers (worker/pushes.ts). */
function onMessage({ data, ports }: MessageEvent<Partial<Record<string, unknown>> | null>): void {
  if (data?.type !== 'navigate' || typeof data.path !== 'string') return;
  if (data.id !== answeredId) navigate(data.path);
  answeredId = data.id;
  ports[0]?.postMessage('shown');
}

/** Files have no hash in development. A browser may refuse the worker; a second call changes nothing. */
function start(): void {
  const { serviceWorker } = secureNavigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  serviceWorker.addEventListener('message', onMessage);
  serviceWorker.startMessages();
  serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => undefined);
  if (isIos() && !document.querySelector('link[rel="apple-touch-startup-image"]'))
    import('./start-pictures.ts').then(({ addStartPictures }) => addStartPictures()).catch(() => undefined);
}

export const webApp: WebAppFeatures = {
  start,
  installation,
  install: promptInstall,
  onChange: (listener) => {
    const stop = onInstallChange(listener);
    const standalone = matchMedia(STANDALONE);
    standalone.addEventListener('change', listener);
    return () => {
      stop();
      standalone.removeEventListener('change', listener);
    };
  },
  push,
};
