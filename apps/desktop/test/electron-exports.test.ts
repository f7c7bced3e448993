import { expect, it } from 'vitest';
import { missingFrom, STORED, withShim } from './electron-exports.ts';
import { createFakeElectron } from './fake-electron.ts';

it('the stand-in offers what the main process of a real Electron exports, no more and no less', () => {
  const fake = createFakeElectron();
  expect(Object.keys(fake.electron).sort()).toEqual(STORED.names);
  fake.remove();
});

it('whatever the shell uses of Electron is there on a real one', () => {
  expect(missingFrom(withShim(STORED))).toEqual([]);
  expect(missingFrom(STORED)).not.toEqual([]);
});

it('what the stand-in does not play refuses to be used', () => {
  const fake = createFakeElectron();
  const { desktopCapturer } = fake.electron as unknown as { desktopCapturer: { getSources: () => void } };
  expect(() => desktopCapturer.getSources()).toThrow('desktopCapturer');
  fake.remove();
});
