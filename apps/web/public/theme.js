// Runs before the first paint, so that a dark screen never flashes white; the CSP allows no inline script.
// Key and shape are those of packages/ui/src/kit/theme.ts.
(() => {
  let choice = 'system';
  try {
    choice = JSON.parse(localStorage.getItem('theme') ?? '{}').state?.choice ?? 'system';
  } catch {
    // The system decides where storage is refused or unreadable.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  document.querySelector('meta[name="theme-color"]').content = dark ? '#18140f' : '#fcfaf6';
  // The server does not see what follows « # »: with the secret of a link, another screen than the one that it sent.
  if (location.hash) document.documentElement.dataset.linked = '';
})();
