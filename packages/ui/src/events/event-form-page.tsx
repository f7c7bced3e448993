import { createEventInput } from '@guilde/contracts/events/input.ts';
import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import type { z } from 'zod';
import { errorMessage } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { showFieldErrors } from '../refusals.ts';
import { FormPage } from '../shell/form-frame.tsx';
import { FormBar } from '../sos/form-bar.tsx';
import { useDraftAutosave, useKeptDraft } from '../sos/use-draft-autosave.ts';
import { useFormFailure } from '../sos/use-form-failure.ts';
import { useEvent, useSaveEvent } from './data.ts';
import { type EventForm, formOf, isWritten, newEvent, useEventDrafts } from './event-draft.ts';
import { EventFields } from './event-fields.tsx';
import { EventPreview } from './event-preview.tsx';

/** It proposes an event, or changes the one of the address. */
export function Component() {
  const { eventId } = useParams();
  return (
    <FormPage
      id={eventId}
      query={useEvent(eventId)}
      failed="Impossible de charger cet événement"
      head={
        eventId
          ? { title: 'Modifier l’événement', to: paths.event(eventId), back: 'Retour à l’événement' }
          : { title: 'Proposer un événement', to: paths.events, back: 'Retour aux événements' }
      }
    >
      {(event) => (event ? <ChangedEvent event={event} /> : <NewEvent />)}
    </FormPage>
  );
}

/** The draft is kept until it is sent. */
function NewEvent() {
  const { id: memberId } = useMember();
  const { draft, turn, startOver } = useKeptDraft(useEventDrafts, memberId, newEvent);
  return <EventFormBody key={turn} values={draft} onStartOver={startOver} />;
}

/** What others change meanwhile does not replace what is typed. */
function ChangedEvent({ event }: { event: EventDetail }) {
  const [values] = useState(() => formOf(event));
  return <EventFormBody values={values} />;
}

type Sent = z.output<typeof createEventInput>;
const NAMES = Object.keys(createEventInput.shape) as (keyof EventForm)[];
const BY_CODE = { EVENT_TIME_INVALID: 'localStart', EVENT_CAPACITY_TAKEN: 'capacity' } as const;

function EventFormBody({ values, onStartOver }: { values: EventForm; onStartOver?: () => void }) {
  const isNew = onStartOver !== undefined;
  const { id: memberId } = useMember();
  const navigate = useNavigate();
  const form = useForm<EventForm, unknown, Sent>({
    resolver: zodResolver(createEventInput),
    defaultValues: values,
  });
  const autosave = useDraftAutosave(form, memberId, isNew ? useEventDrafts : NO_DRAFTS, isWritten);
  const { mutateAsync, isPending } = useSaveEvent(isNew);
  const element = useRef<HTMLFormElement>(null);
  const { failure, fail, clear } = useFormFailure(element, 'Impossible d’enregistrer l’événement');
  /** The answer may come when the page is left. */
  const send = async (event: Sent) => {
    clear();
    try {
      const { id } = await mutateAsync(event);
      autosave.discard();
      toast.success(isNew ? 'Événement proposé' : 'Événement modifié');
      if (element.current) void navigate(paths.event(id), { replace: true });
    } catch (error) {
      const isShown = element.current && showFieldErrors(form, error, NAMES, BY_CODE);
      if (!isShown) fail(errorMessage(error));
    }
  };
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        aria-label={isNew ? 'Proposer un événement' : 'Modifier l’événement'}
        onSubmit={(submitted) => {
          autosave.saveNow();
          void form.handleSubmit(send)(submitted);
        }}
      >
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,22rem)]">
          <EventFields isNew={isNew} />
          <EventPreview />
        </div>
        <FormBar
          className="mt-6 md:mt-8 lg:max-w-2xl"
          failure={failure}
          draft={
            onStartOver ? { isSaved: autosave.isSaved, onDiscard: onStartOver, disabled: isPending } : null
          }
        >
          <Button type="submit" variant="hero" loading={isPending}>
            {isNew ? 'Proposer l’événement' : 'Enregistrer'}
          </Button>
        </FormBar>
      </form>
    </FormProvider>
  );
}

const nothingKept = { byMember: {}, keep: () => undefined, drop: () => undefined };
/** A change is not kept: the event itself is the draft. */
const NO_DRAFTS = { getState: () => nothingKept };
