import type { ComponentProps } from 'react';

/** It stands out of sight, of the tab order and of the accessibility tree, in a form that is `relative`. */
export function Honeypot(props: ComponentProps<'input'>) {
  return (
    <div aria-hidden className="absolute -left-[100vw] size-px overflow-hidden">
      <label>
        Ne pas remplir
        <input tabIndex={-1} autoComplete="off" {...props} />
      </label>
    </div>
  );
}
