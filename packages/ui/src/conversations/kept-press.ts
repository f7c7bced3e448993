import type { PointerEvent } from 'react';

/** A message that arrives moves the line, and the click stays with the button that was pressed. */
export const keptPress = {
  onPointerDown: ({ currentTarget, pointerId }: PointerEvent<HTMLElement>) =>
    currentTarget.setPointerCapture(pointerId),
};
