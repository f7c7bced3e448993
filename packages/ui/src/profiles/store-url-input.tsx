import { STORE_URL_MAX } from '@guilde/contracts/profiles/rules.ts';
import type { ComponentProps } from 'react';
import { Input } from '../kit/input.tsx';

export function StoreUrlInput(props: ComponentProps<'input'>) {
  return (
    <Input
      type="url"
      inputMode="url"
      autoComplete="url"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="maboutique.fr"
      maxLength={STORE_URL_MAX}
      {...props}
    />
  );
}
