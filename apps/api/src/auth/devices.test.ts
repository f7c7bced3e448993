import { expect, test } from 'vitest';
import { deviceName } from './devices.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36`, 'Chrome sur Windows'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
    'Edge sur Windows',
  ],
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox sur Linux'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/26 Safari/605`, 'Safari sur Mac'],
  [`${MOZILLA} (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26 Safari/604`, 'Safari sur iPhone'],
  [`${MOZILLA} (Linux; Android 16) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`, 'Chrome sur Android'],
  [
    `${MOZILLA} (Windows NT 10.0) ${WEBKIT} guilde/1 Chrome/142.0 Electron/40.0 Safari/537.36`,
    'Guilde sur Windows',
  ],
  ['curl/8.5.0', 'Appareil inconnu'],
  ['', 'Appareil inconnu'],
])('%s is shown as « %s »', (userAgent, device) => {
  expect(deviceName(userAgent)).toBe(device);
});
