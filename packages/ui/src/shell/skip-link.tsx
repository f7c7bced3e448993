import type { MouseEvent } from 'react';

/** The props of the element that the link leads to, with the content of the page. */
export const skipTarget = { id: 'main', tabIndex: -1 };

/** It is the first link of each page, seen once the keyboard reaches it. */
export function SkipLink() {
  return (
    <a
      href={`#${skipTarget.id}`}
      onClick={goToContent}
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-foreground px-4 py-2.5 text-sm text-background focus-visible:translate-y-0"
    >
      Aller au contenu
    </a>
  );
}

/** Following the link would add an entry to the history, without the secrets that the present one keeps. */
function goToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(skipTarget.id)?.focus();
}
