import '@guilde/ui/styles.css';
import { showTitleOf } from '@guilde/ui/page-titles.ts';
import { keepInstallPrompt } from './install-prompt.ts';

keepInstallPrompt();
showTitleOf(location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// The browser paints the server's screen before it parses so much code.
if (root.hasChildNodes()) requestAnimationFrame(() => setTimeout(() => void start(root)));
else void start(root);

async function start(element: HTMLElement): Promise<void> {
  const client = await import('./start.tsx');
  // Evaluating the module was already a long task, so the start is another one.
  setTimeout(() => void client.start(element));
}
