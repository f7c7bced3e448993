import '@guilde/ui/styles.css';
import { App } from '@guilde/ui/app.tsx';
import { applyTheme } from '@guilde/ui/kit/theme.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { webPlatform } from './platform.ts';

applyTheme();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App platform={webPlatform} />
  </StrictMode>,
);
