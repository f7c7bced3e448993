import { expect, it } from 'vitest';
import { desktopRelease } from './desktop-release.ts';

const SERVER = { GUILDE_SERVER_URL: 'https://guilde.exemple' };
const DOWNLOADS = { GUILDE_DOWNLOADS_URL: 'https://fichiers.exemple/desktop/' };
const TAG = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.2.0' };

it('a build that is told nothing speaks with this machine and asks for no updates', () => {
  const expected = { server: 'http://localhost:3000', downloads: null };
  expect(desktopRelease({}, '1.2.0')).toEqual(expected);
  expect(desktopRelease({ GUILDE_SERVER_URL: '', GUILDE_DOWNLOADS_URL: '' }, '1.2.0')).toEqual(expected);
});

it('a release names its server and where its updates lie', () => {
  expect(desktopRelease({ ...SERVER, ...DOWNLOADS, ...TAG }, '1.2.0')).toEqual({
    server: 'https://guilde.exemple',
    downloads: 'https://fichiers.exemple/desktop',
  });
});

it.each([
  ['no server', { ...DOWNLOADS, ...TAG }, 'GUILDE_SERVER_URL is missing'],
  ['nowhere to update from', { ...SERVER, ...TAG }, 'GUILDE_DOWNLOADS_URL is missing'],
  ['another version than its tag', { ...SERVER, ...DOWNLOADS, ...TAG, GITHUB_REF_NAME: 'v1.3.0' }, 'v1.3.0'],
])('a release with %s is not built', (_what, env, reason) => {
  expect(() => desktopRelease(env, '1.2.0')).toThrow(reason);
});

it.each([
  'http://fichiers.exemple/desktop',
  'http://localhost:8080/desktop',
  'https://user@fichiers.exemple',
  'https://fichiers.exemple/?a=1',
  'fichiers.exemple',
  'file:///desktop',
])('updates never come from %s', (url) => {
  expect(() => desktopRelease({ GUILDE_DOWNLOADS_URL: url }, '1.2.0')).toThrow('GUILDE_DOWNLOADS_URL');
});

it('without TLS a server is on this machine only', () => {
  expect(desktopRelease({ GUILDE_SERVER_URL: 'http://localhost:4000' }, '1').server).toBe(
    'http://localhost:4000',
  );
  expect(() => desktopRelease({ GUILDE_SERVER_URL: 'http://guilde.exemple' }, '1')).toThrow(
    'GUILDE_SERVER_URL',
  );
});
