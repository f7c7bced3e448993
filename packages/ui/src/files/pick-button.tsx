import { type ComponentProps, useRef } from 'react';
import { Button } from '../kit/button.tsx';

/** What the picker offers; the content decides. */
const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,image/heic,image/heif,.pdf,.csv,.txt,.xlsx,.docx';

/** Opens the system’s choice of files; on a phone also its camera. */
export function PickButton({
  onPick,
  isForOne = false,
  ...props
}: { onPick: (files: readonly File[]) => void; isForOne?: boolean } & Omit<
  ComponentProps<typeof Button>,
  'type' | 'onClick'
>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type="button" onClick={() => input.current?.click()} {...props} />
      <input
        ref={input}
        type="file"
        multiple={!isForOne}
        hidden
        aria-label="Fichiers"
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
