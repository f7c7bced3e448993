import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from './announcer.tsx';
import { Button, type ButtonProps } from './button.tsx';

const FEEDBACK_MS = 2000;

export type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'children' | 'asChild'> & {
  /** When it rejects, « Copié » is not shown. */
  copy: () => Promise<unknown>;
  label?: string;
};

/** « Copié » is shown and read out for two seconds. */
export function CopyButton({
  copy,
  label = 'Copier',
  variant = 'outline',
  size = 'sm',
  ...props
}: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copying' | 'copied'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const run = () => {
    setState('copying');
    copy().then(
      () => {
        setState('copied');
        announce('Copié');
      },
      () => setState('idle'),
    );
  };
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <Button variant={variant} size={size} {...props} onClick={run}>
      <Icon />
      <span>{state === 'copied' ? 'Copié' : label}</span>
    </Button>
  );
}
