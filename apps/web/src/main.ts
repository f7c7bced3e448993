import '@guilde/ui/styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// What the server has sent to look at is shown before so much code is read.
if (root.hasChildNodes()) requestAnimationFrame(() => setTimeout(() => void start(root)));
else void start(root);

async function start(element: HTMLElement): Promise<void> {
  const client = await import('./start.tsx');
  // In a task of its own: reading it was long enough.
  setTimeout(() => void client.start(element));
}
