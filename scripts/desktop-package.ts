import type { Configuration } from 'electron-builder';
import packageJson from '../package.json' with { type: 'json' };
import { desktopRelease } from './desktop-release.ts';

/** This is the machine-dependent part of electron-builder.yml. It throws as `desktopRelease` does. */
export default function desktopPackage(): Configuration {
  const { downloads } = desktopRelease(process.env, packageJson.version);
  return {
    // With undefined the builder would guess one from the environment.
    publish: downloads ? [{ provider: 'generic', url: downloads }] : null,
    electronFuses: {
      // Changing fuses breaks the signature, which Apple's processors require.
      resetAdHocDarwinSignature: process.platform === 'darwin' && process.arch === 'arm64',
    },
  };
}
