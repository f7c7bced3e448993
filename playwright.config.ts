import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/ensure-browser.ts';
import { PATIENCE_MS } from './scripts/extent.ts';

// Every worker reads this file again: what was found is handed to it.
process.env.GUILDE_BROWSER ??= findBrowser() ?? '';
const executablePath = process.env.GUILDE_BROWSER;

/** The flag below replaces Playwright's own: its list (of 1.65), and what Chromium loads with each window beside the page. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The pages of the address bar take as long as the product's own.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export default defineConfig({
  projects: [
    // Its journeys run one at a time, beside journeys of the web: on a real Electron they share one desktop.
    { name: 'desktop', testDir: 'apps/desktop/e2e', workers: 1 },
    { name: 'web', testDir: 'apps/web/e2e' },
  ],
  testMatch: '*.journey.ts',
  outputDir: 'out/e2e',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // These are the only bounds on waiting, far beyond what a busy machine needs.
  timeout: 1_800_000,
  expect: { timeout: PATIENCE_MS },
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  use: {
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Frames and DOM snapshots take more time than they tell: what the page showed is in the error's context.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--disable-dev-shm-usage',
        '--font-render-hinting=none',
        '--disable-background-networking',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
