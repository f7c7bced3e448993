const prefix = /^\(\d+\+?\) /;
let unread = 0;
let observer: MutationObserver | null = null;

/** Shows « (3) Chat · Guilde », also after a page has set another title. */
export function showUnreadInTitle(count: number): void {
  unread = count;
  const title = document.querySelector('title');
  if (title && !observer) {
    observer = new MutationObserver(show);
    observer.observe(title, { childList: true, characterData: true, subtree: true });
  }
  show();
}

function show(): void {
  const bare = document.title.replace(prefix, '');
  const wanted = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
}

/** It is called on focus, visible again or online again. Returns how to stop. */
export function onReturn(listener: () => void): () => void {
  const visible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  window.addEventListener('focus', listener);
  window.addEventListener('online', listener);
  document.addEventListener('visibilitychange', visible);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', visible);
  };
}

/** The link uses a scheme of the system: the page stays, also when no app has it. */
export function openInApp(link: string): void {
  window.location.assign(link);
}
