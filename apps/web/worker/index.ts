import { SHARE_PATH } from '@guilde/contracts/conversations/sharing.ts';
import { answerFile, answerPage, forgetOldFiles, isOwnFile, isPage, keepOfflinePage } from './files.ts';
import { openNotification, renewSubscription, showPush } from './pushes.ts';
import { keepShared } from './sharing.ts';

declare const self: ServiceWorkerGlobalScope;

/** A new build takes over at once (docs/adr/0028-an-app-on-the-phone.md). */
self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOldFiles(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && pathname === SHARE_PATH) event.respondWith(keepShared(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(answerPage(request, event.preloadResponse));
  } else if (isOwnFile(pathname)) {
    event.respondWith(answerFile(request, (copy) => event.waitUntil(copy)));
  }
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data));
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotification(event.notification));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event));
});
