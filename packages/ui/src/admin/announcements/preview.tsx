import type { announcementChangeInput } from '@guilde/contracts/announcements/input.ts';
import type { AnnouncementPreview as Preview } from '@guilde/contracts/announcements/rules.ts';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { BannerText } from '../../announcements/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { DialogFooter } from '../../kit/dialog.tsx';
import { focusTitleProps } from '../../kit/focus-title.ts';
import { plural } from '../../kit/format.ts';
import { Part } from '../panel.tsx';

export type Shown = Preview & { written: z.output<typeof announcementChangeInput> };

type Props = Shown & { sendLabel: string; isSending: boolean; onBack: () => void; onSend: () => unknown };

/** Shows an announcement as its members will see it, and how many they are. */
export function AnnouncementPreview({
  written,
  receivers,
  mail,
  sendLabel,
  isSending,
  onBack,
  onSend,
}: Props) {
  const count = useRef<HTMLParagraphElement>(null);
  useEffect(() => count.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <p ref={count} {...focusTitleProps} className="rounded-sm text-sm font-medium">
        {countText(receivers, written.scheduledAt !== null)}
      </p>
      <Part title="Bandeau">
        <div className="border-y border-primary/20 bg-primary-soft px-4 py-2.5 text-sm">
          <BannerText {...written} />
        </div>
      </Part>
      {mail && (
        <Part title="E-mail">
          <div className="grid max-h-80 gap-3 max-md:max-h-48 overflow-y-auto rounded-lg border bg-card p-4 text-sm">
            <p className="font-semibold wrap-anywhere">{mail.subject}</p>
            <p className="wrap-anywhere whitespace-pre-line">{mail.text}</p>
          </div>
        </Part>
      )}
      <DialogFooter>
        <Button variant="outline" disabled={isSending} onClick={onBack}>
          Modifier
        </Button>
        <Button loading={isSending} disabled={receivers === 0} onClick={onSend}>
          {sendLabel}
        </Button>
      </DialogFooter>
    </div>
  );
}

function countText(receivers: number, isScheduled: boolean): string {
  if (receivers === 0) return 'Personne ne la recevrait.';
  return `${plural(receivers, 'membre')} la ${receivers > 1 ? 'recevront' : 'recevra'}${isScheduled ? ', d’après la liste d’aujourd’hui' : ''}.`;
}
