import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { UNDO_MINUTES } from '@guilde/contracts/sos/rules.ts';
import { useEffect, useState } from 'react';
import { errorMessage } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { FormError } from '../kit/field.tsx';
import { focusTitle } from '../kit/focus-title.ts';
import { Spinner } from '../kit/spinner.tsx';
import { ErrorState } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { RatingStep } from './rating-step.tsx';
import { type Resolution, useResolution } from './resolution.ts';
import { Resolved } from './resolved.tsx';

export type ResolveDialogProps = {
  sosId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The requester submits once at the end; the answers survive a failure and the dialog. */
export function ResolveDialog({ sosId, open, onOpenChange }: ResolveDialogProps) {
  const [visit, setVisit] = useState({ open, count: 0 });
  if (visit.open !== open) setVisit({ open, count: visit.count + (open ? 1 : 0) });
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <Content
        key={`${sosId} ${visit.count}`}
        sosId={sosId}
        open={open}
        onClose={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

const TITLE = 'Marquer comme résolu';

function Content({ sosId, open, onClose }: { sosId: string; open: boolean; onClose: () => void }) {
  const resolution = useResolution(sosId, open);
  const { stage } = resolution;
  const heading = headingOf(resolution);
  // The focus stays in the dialog, so nothing else announces the new content.
  const done = stage === 'resolved' && `${heading.title}. ${heading.description}`;
  useEffect(() => {
    if (done) announce(done);
  }, [done]);
  /** The button that opened the dialog disappears with the resolution. The dialog would cover the toast. */
  const finish = (event: Event) => {
    event.preventDefault();
    focusTitle();
    toast.success(heading.title, { action: { label: 'Annuler', onClick: resolution.undo } });
  };
  const preventClose = (event: Event) => {
    if (stage !== 'rating' && !resolution.busy) return;
    event.preventDefault();
    resolution.warn();
  };
  return (
    <DialogContent
      {...heading}
      dismissible={stage !== 'rating' && !resolution.busy}
      onEscapeKeyDown={preventClose}
      onInteractOutside={preventClose}
      {...(stage === 'resolved' ? { onCloseAutoFocus: finish } : {})}
    >
      {stage === 'loading' && <Spinner text="Chargement..." className="py-10" />}
      {stage === 'unavailable' && (
        <ErrorState
          title="Impossible de résoudre le SOS pour le moment."
          onRetry={resolution.reload}
          retrying={resolution.reloading}
        >
          {errorMessage(resolution.loadError)}
        </ErrorState>
      )}
      {stage === 'nobody' && <NobodyToRate resolution={resolution} onCancel={onClose} />}
      {stage === 'rating' && <RatingStep resolution={resolution} onLeave={onClose} />}
      {stage === 'resolved' && <Resolved {...resolution} onClose={onClose} />}
    </DialogContent>
  );
}

function headingOf({ stage, helper, position, given }: Resolution): { title: string; description?: string } {
  if (stage === 'rating' && helper) {
    const name = helper.member.firstName || memberName(helper.member);
    return { title: `Que penses-tu de l’aide apportée par ${name} ?`, description: position };
  }
  if (stage === 'nobody') {
    return {
      title: TITLE,
      description: `Personne n’aide en ce moment : il n’y a rien à évaluer. Tu peux annuler pendant ${UNDO_MINUTES}\u00a0minutes.`,
    };
  }
  if (stage !== 'resolved') return { title: TITLE };
  return {
    title: 'SOS résolu',
    description:
      given.length > 0
        ? 'Merci d’avoir pris le temps. Le chat est fermé, mais chacun peut encore le relire.'
        : 'C’est noté. Ton SOS est clos.',
  };
}

function NobodyToRate({ resolution, onCancel }: { resolution: Resolution; onCancel: () => void }) {
  return (
    <>
      <FormError>{resolution.failure}</FormError>
      <DialogFooter>
        <Button variant="outline" disabled={resolution.busy} onClick={onCancel}>
          Annuler
        </Button>
        <Button loading={resolution.busy} onClick={resolution.submit}>
          {TITLE}
        </Button>
      </DialogFooter>
    </>
  );
}
