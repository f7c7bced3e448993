import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Arch, build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };

/** electron-builder packs a stand-in for Electron's own files. This does not show that the result starts. */
const ROOT = join(import.meta.dirname, '../../..');
/** A real binary has a sentence to find its fuses by, then version, number, and one letter each. */
const FUSE_WIRE = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101100011';
const HELPERS = ['', ' (Renderer)', ' (Plugin)', ' (GPU)'];

let folder: string;

beforeAll(() => {
  // Here it is no release, whatever the machine that runs these tests is making.
  process.env.GITHUB_REF_TYPE = '';
  folder = mkdtempSync(join(tmpdir(), 'guilde-package-'));
  if (!existsSync(join(ROOT, 'out/desktop/main/index.js')))
    throw new Error('Build the desktop app first: npm run build:desktop');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content, { mode: 0o755 });
}

const plist = (name: string) =>
  `<?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>`;

function macDist(): string {
  const dist = join(folder, 'electron-mac');
  const contents = join(dist, 'Electron.app/Contents');
  write(join(contents, 'Info.plist'), plist('Electron'));
  write(join(contents, 'MacOS/Electron'), '');
  write(join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'), FUSE_WIRE);
  for (const folder of ['Resources', 'Frameworks/Electron Framework.framework/Versions/A/Resources'])
    for (const language of ['de', 'en', 'fr'])
      write(join(contents, folder, `${language}.lproj/locale.pak`), '');
  for (const helper of HELPERS) {
    const name = `Electron Helper${helper}`;
    write(join(contents, `Frameworks/${name}.app/Contents/Info.plist`), plist(name));
    write(join(contents, `Frameworks/${name}.app/Contents/MacOS/${name}`), '');
  }
  return dist;
}

function linuxDist(): string {
  const dist = join(folder, 'electron-linux');
  write(join(dist, 'electron'), FUSE_WIRE);
  for (const language of ['de', 'en-GB', 'en-US', 'fr']) write(join(dist, `locales/${language}.pak`), '');
  mkdirSync(join(dist, 'resources'), { recursive: true });
  return dist;
}

/** The environment names this folder for downloads. */
async function buildLinux(output: string, downloads: string, seen: (args: string[], entry: string) => void) {
  process.env.GUILDE_DOWNLOADS_URL = downloads;
  await build({
    projectDir: ROOT,
    publish: 'never',
    targets: Platform.LINUX.createTarget(['deb'], Arch.x64),
    config: { electronDist: linuxDist(), directories: { output } },
    // The build stops before fpm, which would be downloaded.
    effectiveOptionComputed: async (computed) => {
      const [args, file] = computed as [string[], string];
      seen(args, readFileSync(file, 'utf8'));
      return true;
    },
  });
  return join(output, 'linux-unpacked');
}

describe('the package for Linux', () => {
  let desktopEntry = '';
  let installed: string[] = [];
  let removal = '';
  let unpacked: string;

  beforeAll(async () => {
    unpacked = await buildLinux(join(folder, 'linux'), 'https://fichiers.exemple/desktop/', (args, entry) => {
      installed = args;
      removal = readFileSync(args[args.indexOf('--after-remove') + 1] ?? '', 'utf8');
      desktopEntry = entry;
    });
  });

  it('holds the built app and nothing of the server', () => {
    const files = listPackage(join(unpacked, 'resources/app.asar'), { isPack: false }).map((file) =>
      file.replaceAll('\\', '/'),
    );
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/desktop/main/index.js',
        '/out/desktop/preload/index.cjs',
        '/out/desktop/renderer/index.html',
        '/out/desktop/images/tray.png',
        '/out/desktop/images/overlay-9-plus.png',
      ]),
    );
    expect(files.filter((file) => !/^\/(package\.json|out(\/desktop(\/.*)?)?)$/.test(file))).toEqual([]);
    expect(files.filter((file) => /node_modules|\.map$|apps\/|\.env/.test(file))).toEqual([]);
  });

  it('starts with the bundled main process', () => {
    const app = JSON.parse(extractFile(join(unpacked, 'resources/app.asar'), 'package.json').toString());
    expect(app).toMatchObject({ main: './out/desktop/main/index.js', desktopName: 'fr.guilde.desktop' });
    expect(app.devDependencies).toBeUndefined();
  });

  it('tells the system that guilde:// links are its own, and where badges belong', () => {
    expect(desktopEntry).toContain('MimeType=x-scheme-handler/guilde;');
    expect(desktopEntry).toMatch(/^Exec=\/opt\/Guilde\/guilde .*%U$/m);
    expect(desktopEntry).toMatch(/^StartupWMClass=fr\.guilde$/m);
    expect(installed.some((path) => path.endsWith('=/usr/share/applications/fr.guilde.desktop'))).toBe(true);
  });

  it('brings Chromium’s texts in French, and in the language that Chromium falls back on', () => {
    expect(readdirSync(join(unpacked, 'locales')).sort()).toEqual(['en-US.pak', 'fr.pak']);
  });

  it('says what it is in one line, and more below it', () => {
    const [synopsis, ...more] = (installed[installed.indexOf('--description') + 1] ?? '').split('\n');
    expect(synopsis).toBe(packageJson.description);
    expect(more.join(' ')).toContain('SOS');
    expect(more.join(' ')).not.toContain(synopsis);
  });

  it('describes itself to software centres, in the version that it has', () => {
    const target = '/usr/share/metainfo/fr.guilde.Guilde.metainfo.xml';
    const [file = ''] = installed.find((path) => path.endsWith(`=${target}`))?.split('=') ?? [];
    const described = readFileSync(join(ROOT, file), 'utf8');
    expect(described).toContain(`<release version="${packageJson.version}"`);
    expect(described).toContain('<launchable type="desktop-id">fr.guilde.desktop</launchable>');
  });

  it.skipIf(process.platform === 'win32')(
    'says at its removal, and not at an upgrade, that the session stays',
    () => {
      // The script gets no PATH, so that it can change nothing on this machine.
      const said = (action: string) =>
        spawnSync('/bin/bash', ['-c', removal, 'postrm', action], { env: { PATH: '' } })
          .stdout.toString()
          .trim();
      expect(said('remove')).toMatch(
        /^Guilde est désinstallée, .* session .* scellée dans ~\/\.config\/Guilde/,
      );
      expect(said('upgrade')).toBe('');
      expect(said('purge')).toBe('');
    },
  );

  it('has its fuses set', async () => {
    const fuses = await getCurrentFuseWire(join(unpacked, 'guilde'));
    const { ENABLE, DISABLE } = FuseState;
    expect(fuses).toMatchObject({
      [FuseV1Options.RunAsNode]: DISABLE,
      [FuseV1Options.EnableCookieEncryption]: ENABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: DISABLE,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
    });
  });

  it('knows where updates come from', () => {
    const feed = readFileSync(join(unpacked, 'resources/app-update.yml'), 'utf8');
    expect(feed).toMatch(/provider: generic\nurl: https:\/\/fichiers\.exemple\/desktop\n/);
  });

  it('knows no place for updates when the build was told of none', async () => {
    const plain = await buildLinux(join(folder, 'plain'), '', () => undefined);
    expect(existsSync(join(plain, 'resources/app.asar'))).toBe(true);
    expect(existsSync(join(plain, 'resources/app-update.yml'))).toBe(false);
  });
});

// electron-builder packs nothing for macOS on Windows.
describe.skipIf(process.platform === 'win32')('the package for macOS', () => {
  it('registers guilde:// and carries the check of its archive', async () => {
    const output = join(folder, 'mac');
    await build({
      projectDir: ROOT,
      publish: 'never',
      targets: Platform.MAC.createTarget(['dir'], Arch.arm64),
      config: {
        electronDist: macDist(),
        directories: { output },
        mac: { identity: null },
        // The stand-in has no program that could be signed.
        electronFuses: { resetAdHocDarwinSignature: false },
      },
    });
    const contents = join(output, 'mac-arm64/Guilde.app/Contents');
    const info = readFileSync(join(contents, 'Info.plist'), 'utf8');
    expect(info).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>guilde<\/string>/);
    expect(info).toMatch(/<key>CFBundleIdentifier<\/key>\s*<string>fr\.guilde<\/string>/);
    expect(info).toContain('ElectronAsarIntegrity');
    expect(info).toMatch(/<key>NSMicrophoneUsageDescription<\/key>\s*<string>Guilde enregistre/);
    // Signing, which needs a Mac, takes this file.
    const entitlements = readFileSync(join(ROOT, 'resources/entitlements.mac.plist'), 'utf8');
    expect(entitlements).toMatch(/<key>com\.apple\.security\.device\.audio-input<\/key>\s*<true\/>/);
    expect(existsSync(join(contents, 'Resources/icon.icns'))).toBe(true);
    const languages = readdirSync(join(contents, 'Resources')).filter((name) => name.endsWith('.lproj'));
    expect(languages.sort()).toEqual(['en.lproj', 'fr.lproj']);
  });
});
