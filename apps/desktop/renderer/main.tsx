import '@guilde/ui/styles.css';
import { App } from '@guilde/ui/app.tsx';
import { applyTheme, useThemeStore } from '@guilde/ui/kit/theme.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BRIDGE, type Bridge } from '../bridge.ts';
import { createDesktopPlatform } from './platform.ts';

declare global {
  interface Window {
    [BRIDGE]: Bridge;
  }
}

applyTheme();
const passTheme = () => window[BRIDGE].setTheme(useThemeStore.getState().choice);
useThemeStore.subscribe(passTheme);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const platform = await createDesktopPlatform(window[BRIDGE]);
createRoot(root).render(
  <StrictMode>
    <App platform={platform} />
  </StrictMode>,
);
