import { Tooltip as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

export type TooltipProps = {
  text: ReactNode;
  side?: ComponentProps<typeof Radix.Content>['side'];
  /** Pass one focusable element. */
  children: ReactNode;
};

/** It must not be the only place of an information, because phones do not show it. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            {...(side ? { side } : {})}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade-in rounded-sm bg-foreground px-2.5 py-1.5 text-xs text-background"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
