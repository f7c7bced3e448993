import type { PointerEvent } from 'react';

/** Sets `title` on hover only: screen readers would add it to the text. */
export function hoverTitle(title: () => string) {
  return {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.title = title();
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => event.currentTarget.removeAttribute('title'),
  };
}
