import type { Configuration } from 'electron-builder';
import packageJson from '../package.json' with { type: 'json' };
import { desktopRelease } from './desktop-release.ts';

/** The part of electron-builder.yml that depends on the machine that builds. Throws as `desktopRelease` does. */
export default function desktopPackage(): Configuration {
  const { downloads } = desktopRelease(process.env, packageJson.version);
  return {
    // Null and not undefined: else the builder would guess one from tokens in the environment.
    publish: downloads ? [{ provider: 'generic', url: downloads }] : null,
    electronFuses: {
      // Apple's processors run nothing whose signature the fuses have broken, and without a certificate no new one follows.
      resetAdHocDarwinSignature: process.platform === 'darwin' && process.arch === 'arm64',
    },
  };
}
