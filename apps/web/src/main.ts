import '@guilde/ui/styles.css';
import { keepInstallPrompt } from './install-prompt.ts';

keepInstallPrompt();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Paint the screen that the server sent before the browser parses so much code.
if (root.hasChildNodes()) requestAnimationFrame(() => setTimeout(() => void start(root)));
else void start(root);

async function start(element: HTMLElement): Promise<void> {
  const client = await import('./start.tsx');
  // A task of its own: evaluating the module was already a long one.
  setTimeout(() => void client.start(element));
}
