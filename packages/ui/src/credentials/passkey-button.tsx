import type { DesktopUse } from '@guilde/contracts/auth/rules.ts';
import { useMutation } from '@tanstack/react-query';
import { Globe, KeyRound } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { Button } from '../kit/button.tsx';
import { Note } from '../kit/states.tsx';
import { type BrowserCode, type DesktopFeatures, usePlatform } from '../platform.ts';
import { useCanUsePasskeys } from './passkey-data.ts';

type PasskeyButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'children'> & {
  use: DesktopUse;
  /** It is used in a browser; the desktop app uses `onCode` instead. */
  isPending: boolean;
  onPress: () => void;
  /** It gets the answer of the system's browser in the desktop app. A rejection goes to `onError`. */
  onCode: (code: BrowserCode) => Promise<void>;
  onError: (error: Error) => void;
};

/** A browser without passkeys shows no button. */
export function PasskeyButton({ isPending, onPress, ...props }: PasskeyButtonProps) {
  const canUse = useCanUsePasskeys();
  const { desktop } = usePlatform();
  if (canUse) return <KeyButton {...props} loading={isPending} onClick={onPress} />;
  return desktop ? <AskedInBrowser desktop={desktop} {...props} /> : null;
}

function KeyButton({
  variant,
  size,
  loading = false,
  children,
  onClick,
}: Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'loading' | 'children' | 'onClick'>) {
  return (
    <Button variant={variant} size={size} loading={loading} onClick={onClick}>
      <KeyRound />
      {children}
    </Button>
  );
}

function AskedInBrowser({
  desktop,
  use,
  variant,
  size,
  children,
  onCode,
  onError,
}: Omit<PasskeyButtonProps, 'isPending' | 'onPress'> & { desktop: DesktopFeatures }) {
  const attempt = useRef<AbortController | null>(null);
  const { mutate, reset, isPending } = useMutation({
    mutationFn: async ({ signal }: AbortController) => onCode(await desktop.passkeyFromBrowser(use, signal)),
    onError: (error, { signal }) => {
      if (!signal.aborted) onError(error);
    },
    gcTime: 0,
  });
  useEffect(() => () => attempt.current?.abort(), []);
  const begin = () => {
    attempt.current?.abort();
    attempt.current = new AbortController();
    mutate(attempt.current);
  };
  const giveUp = () => {
    attempt.current?.abort();
    reset();
  };
  if (!isPending)
    return (
      <KeyButton variant={variant} size={size} onClick={begin}>
        {children}
      </KeyButton>
    );
  return <Waiting onAgain={begin} onGiveUp={giveUp} />;
}

/** It takes the focus from the button that it replaces. */
function Waiting({ onAgain, onGiveUp }: { onAgain: () => void; onGiveUp: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Note icon={<Globe />}>
      <p ref={text} tabIndex={-1} className="outline-none">
        <span className="font-medium">Continue dans ton navigateur.</span> Une page de Guilde s’y est ouverte
        {'\u00a0'}: elle te demande ta clé d’accès, puis te ramène ici.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onAgain}>
          Rouvrir la page
        </Button>
        <Button variant="ghost" size="sm" onClick={onGiveUp}>
          Annuler
        </Button>
      </div>
    </Note>
  );
}
