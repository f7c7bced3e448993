import type { Installation, PushFeatures, PushTarget, WebAppFeatures } from '@guilde/ui/platform.ts';
import { isInstallOffered, onInstallChange, promptInstall } from './install-prompt.ts';
import { navigate } from './navigate.ts';

export { closeNotification, showNotification } from './show-notification.ts';

const WORKER = '/service-worker.js';
const STANDALONE = '(display-mode: standalone)';

const hasWorkers = () => 'serviceWorker' in navigator;

/** iPads say that they are Macs, which have no touch screen. */
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
    if (hasWorkers() && 'PushManager' in window && 'Notification' in window) return 'supported';
    return isIos() && !isInstalled() ? 'not-installed' : 'unsupported';
  },
  current: async () => {
    const registration = hasWorkers() ? await navigator.serviceWorker.getRegistration() : undefined;
    const subscription = await registration?.pushManager?.getSubscription();
    return subscription ? targetOf(subscription) : null;
  },
  subscribe: async (publicKey) => {
    start();
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    try {
      return targetOf(await pushManager.subscribe(options));
    } catch (error) {
      // Made with a key that the server had before.
      const old = await pushManager.getSubscription();
      if (!old) throw error;
      await old.unsubscribe();
      return targetOf(await pushManager.subscribe(options));
    }
  },
  unsubscribe: async () => {
    const registration = hasWorkers() ? await navigator.serviceWorker.getRegistration() : undefined;
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  },
};

function targetOf(subscription: PushSubscription): PushTarget {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } };
}

/** A click is asked for until it is answered. */
let answeredId: unknown;

/** From a click on a notification; the service worker opens a window when no page answers (worker/pushes.ts). */
function onMessage({ data, ports }: MessageEvent<Partial<Record<string, unknown>> | null>): void {
  if (data?.type !== 'navigate' || typeof data.path !== 'string') return;
  if (data.id !== answeredId) navigate(data.path);
  answeredId = data.id;
  ports[0]?.postMessage('shown');
}

/** Not in development, where files have no hash. A browser that refuses it goes on without. Again it does nothing more. */
function start(): void {
  if (!import.meta.env.PROD || !hasWorkers()) return;
  const { serviceWorker } = navigator;
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
