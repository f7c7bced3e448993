import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { useTheme } from './theme.ts';
import { connectToaster, type ToastRequest } from './toast.ts';
import { useIsMobile } from './use-media.ts';

const durations = { success: 4000, info: 5000, error: 8000 };

function show({ kind, title, ...options }: ToastRequest): void {
  sonner[kind](title, { duration: durations[kind], ...options });
}

/** Loaded by ToastHost with the first toast. */
export function Toaster() {
  const theme = useTheme();
  const isMobile = useIsMobile();
  // Effects of children run first: by now the toaster listens.
  useEffect(() => {
    connectToaster(show);
    return () => connectToaster(null);
  }, []);
  return (
    <Sonner
      theme={theme}
      // On wide windows not at the bottom: there stand the main action of an SOS and the composer of the chat. On phones not
      // at the top: there stand the title and the search.
      position={isMobile ? 'bottom-center' : 'top-center'}
      mobileOffset={{ bottom: 'calc(var(--spacing) * 18 + env(safe-area-inset-bottom))' }}
      closeButton
      containerAriaLabel="Notifications"
      toastOptions={{
        closeButtonAriaLabel: 'Fermer la notification',
        classNames: {
          toast:
            'font-sans! rounded-lg! border! border-border! bg-popover! text-popover-foreground! shadow-soft!',
          title: 'font-semibold!',
          description: 'text-muted-foreground!',
          success: '[&_[data-icon]]:text-success!',
          error: '[&_[data-icon]]:text-danger!',
          actionButton: 'bg-primary! text-primary-foreground! h-8! rounded-sm!',
          // 24 px to the eye, 44 px to the finger.
          closeButton:
            'size-6! bg-popover! border-border! text-foreground! before:absolute before:-inset-2.5',
        },
      }}
    />
  );
}
