import type { Configuration } from 'electron-builder';
import packageJson from './package.json' with { type: 'json' };
import { desktopRelease } from './scripts/desktop-release.ts';

/** Installers of the desktop app. README, Desktop: how to build and sign them. */
export default function configuration(): Configuration {
  const { downloads } = desktopRelease(process.env, packageJson.version);
  return {
    appId: 'fr.guilde',
    productName: 'Guilde',
    copyright: 'Guilde',
    asar: true,
    npmRebuild: false,
    directories: { output: 'out/release', buildResources: 'resources' },
    // Everything is bundled: without the first line the server's dependencies would be packed too.
    files: ['!**/*', 'out/desktop/**', 'package.json', '!**/*.map'],
    protocols: [{ name: 'Guilde', schemes: ['guilde'] }],
    // Null and not undefined: else the builder would guess one from tokens in the environment.
    publish: downloads ? [{ provider: 'generic', url: downloads }] : null,
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      // Apple's processors run nothing whose signature the fuses have broken, and without a certificate no new one follows.
      resetAdHocDarwinSignature: process.platform === 'darwin' && process.arch === 'arm64',
    },
    linux: {
      target: ['AppImage', 'deb'],
      category: 'Network',
      executableName: 'guilde',
      icon: 'resources/icons',
      synopsis: 'L’entraide privée des e-commerçants certifiés',
      syncDesktopName: true,
    },
    deb: {
      packageName: 'guilde',
      depends: [
        'libgtk-3-0',
        'libnotify4',
        'libnss3',
        'libxss1',
        'libxtst6',
        'xdg-utils',
        'libatspi2.0-0',
        'libuuid1',
        'libsecret-1-0',
        'libgbm1',
        'libasound2',
      ],
    },
    win: { target: ['nsis'], icon: 'resources/icon.ico' },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.social-networking',
      hardenedRuntime: true,
      icon: 'resources/icon.icns',
    },
  };
}
