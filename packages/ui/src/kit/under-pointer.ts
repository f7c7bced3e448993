import type { PointerEvent } from 'react';

/** A title for who points at the element. Not an attribute from the start: screen readers would add it to the text. */
export function underPointer(title: () => string) {
  return {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.title = title();
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => event.currentTarget.removeAttribute('title'),
  };
}
