import { type ComponentProps, useRef } from 'react';
import { Button } from '../kit/button.tsx';

/** The picker offers these types; the server decides by the content. */
const ACCEPTED =
  'image/png,image/jpeg,image/webp,image/gif,image/heic,image/heif,.pdf,.csv,.tsv,.txt,.log,.json,.xml,.ics,.vcf,.md,.xlsx,.docx,.pptx,.ods,.odt,.odp';

export function PickButton({
  onPick,
  isForOne = false,
  accept = ACCEPTED,
  ...props
}: { onPick: (files: readonly File[]) => void; isForOne?: boolean; accept?: string } & Omit<
  ComponentProps<typeof Button>,
  'type' | 'onClick'
>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type="button" data-pick onClick={() => input.current?.click()} {...props} />
      <input
        ref={input}
        type="file"
        multiple={!isForOne}
        hidden
        aria-label="Fichiers"
        accept={accept}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
