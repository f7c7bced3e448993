import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { createSosInput } from '@guilde/contracts/sos/input.ts';
import { SOS_CATEGORIES, type SosCategory, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { errorMessage } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { changeAttachments } from '../files/attachments.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { useVisibleHeight } from '../kit/use-visible-height.ts';
import { AlreadySolved } from '../knowledge/already-solved.tsx';
import { paths } from '../paths.ts';
import { showFieldErrors } from '../refusals.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { BackLink } from '../shell/links.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { useImmersion } from '../shell/use-immersion.ts';
import { CitedSos } from './cited-sos.tsx';
import { useCreateSos, useSos } from './data.ts';
import { FormBar } from './form-bar.tsx';
import {
  draftAbout,
  draftCiting,
  isWritten,
  newDraft,
  type SosDraft,
  type SosForm,
  useSosDrafts,
} from './sos-draft.ts';
import { CategoryField, FoldedFields, IncidentsOfDraft, SosTextFields, UrgencyField } from './sos-fields.tsx';
import { FILE_NOT_SENT, type SosFiles, SosFilesField, useNewSosFiles } from './sos-files.tsx';
import { useDraftAutosave, useKeptDraft } from './use-draft-autosave.ts';
import { useFormFailure } from './use-form-failure.ts';

type SosToPost = z.output<typeof createSosInput>;

/** `cites` is the SOS whose text the new one begins with, `category` what it is about. */
export function Component() {
  const [address] = useSearchParams();
  const cites = address.get('cites') ?? undefined;
  const category = SOS_CATEGORIES.find(({ id }) => id === address.get('category'))?.id;
  const cited = useSos(cites);
  if (cites !== undefined && cited.isPending) return <GuardScreen text="Chargement..." />;
  return <NewSos key={cites} cited={cited.data} category={category} />;
}

/** The draft is kept until it is posted. */
function NewSos({ cited, category }: { cited: SosDetail | undefined; category: SosCategory | undefined }) {
  const { id: memberId } = useMember();
  const { draft, turn, startOver } = useKeptDraft(useSosDrafts, memberId, newDraft, (written) =>
    cited ? draftCiting(cited, written) : draftAbout(category, written),
  );
  useImmersion(true);
  useVisibleHeight();
  return (
    <Page className="max-md:h-[calc(var(--visible-height,100dvh)-var(--shell-top)-var(--shell-banner))] max-md:overflow-y-auto max-md:scroll-pt-16 max-md:pt-0 max-md:pb-0">
      <div className="mb-2 text-sm max-md:sticky max-md:top-0 max-md:z-10 max-md:-mx-4 max-md:flex max-md:h-14 max-md:items-center max-md:bg-background max-md:px-4">
        <BackLink to={paths.sos()}>Retour aux SOS</BackLink>
      </div>
      <PageHeader
        title="Lancer un SOS"
        description={
          <span className="max-md:hidden">
            {`Jusqu’à ${MAX_PARTICIPANTS - 1} marchands te rejoignent dans un chat pour t’aider.`}
          </span>
        }
      />
      <NewSosForm key={turn} draft={draft} onStartOver={startOver} />
    </Page>
  );
}

function NewSosForm({ draft, onStartOver }: { draft: SosDraft; onStartOver: () => void }) {
  const files = useNewSosFiles();
  const element = useRef<HTMLFormElement>(null);
  const { id: memberId } = useMember();
  const form = useForm<SosForm, unknown, SosToPost>({
    resolver: zodResolver(createSosInput),
    defaultValues: draft,
  });
  const { setFocus } = form;
  // The field to write first gets the focus, also after starting again; a cited title shows its beginning.
  const [first] = useState<'title' | 'description'>(draft.citesId ? 'description' : 'title');
  useEffect(() => setFocus(first), [setFocus, first]);
  const autosave = useDraftAutosave(form, memberId, useSosDrafts, isWritten);
  const { create, failure, posting } = usePosting(form, files, element, autosave.discard);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    autosave.saveNow();
    void form.handleSubmit(create)(event);
  };
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        aria-label="Lancer un SOS"
        onPaste={files.attaching.onPaste}
        onSubmit={submit}
      >
        <div className="grid grid-cols-1 gap-x-12 gap-y-6 md:gap-y-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,22rem)]">
          <div className={FIELDS}>
            <CitedField />
            <SosTextFields />
            <IncidentsOfDraft />
          </div>
          <div className="empty:hidden lg:sticky lg:top-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
            <SuggestionsForDraft form={form} files={files} onAbandoned={autosave.discard} />
          </div>
          <div className={FIELDS}>
            <UrgencyField />
            <CategoryField />
            <SosFilesField files={files} form={element} />
            <FoldedFields />
          </div>
        </div>
        <FormBar
          className="mt-6 md:mt-8 lg:max-w-2xl"
          failure={failure}
          draft={{
            isSaved: autosave.isSaved,
            disabled: posting,
            onDiscard: () => {
              files.attaching.discard();
              onStartOver();
            },
          }}
        >
          <Button type="submit" variant="hero" loading={posting} className="md:h-12 md:px-6 md:text-base">
            Publier le SOS
          </Button>
        </FormBar>
      </form>
    </FormProvider>
  );
}

const FIELDS = 'grid grid-cols-1 content-start gap-6 md:gap-8';

function CitedField() {
  const { control, setValue } = useFormContext<SosForm>();
  const citesId = useWatch({ control, name: 'citesId' });
  if (!citesId) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border bg-muted px-4 py-2">
      <CitedSos sosId={citesId} />
      <Button variant="link" onClick={() => setValue('citesId', null)}>
        Ne plus le citer
      </Button>
    </div>
  );
}

type SosFormState = UseFormReturn<SosForm, unknown, SosToPost>;

/** A suggested article answers the question, so this drops the draft, with an undo. */
function SuggestionsForDraft({
  form,
  files: { attaching },
  onAbandoned,
}: {
  form: SosFormState;
  files: SosFiles;
  onAbandoned: () => void;
}) {
  const { id: memberId } = useMember();
  const navigate = useNavigate();
  const [id, title, description, category, citesId] = useWatch({
    control: form.control,
    name: ['id', 'title', 'description', 'category', 'citesId'],
  });
  const abandon = (summaryId: string) => {
    const draft = structuredClone(form.getValues());
    const { attachments, place } = attaching;
    attaching.clear();
    onAbandoned();
    void navigate(paths.article(summaryId));
    toast.success('Brouillon abandonné', {
      description: 'Ton SOS n’a pas été publié.',
      action: {
        label: 'Annuler',
        onClick: () => {
          useSosDrafts.getState().keep(memberId, draft);
          changeAttachments(place.key, () => attachments);
          void navigate(paths.sosNew);
        },
      },
    });
  };
  // A draft may have no category.
  const known = category ? { category } : {};
  return (
    <AlreadySolved
      draft={{ id, title, description, ...known }}
      omitsFailed={Boolean(citesId)}
      onAnswered={abandon}
    />
  );
}

/** The answer may come when the page is left. */
function usePosting(
  form: SosFormState,
  files: SosFiles,
  element: RefObject<HTMLFormElement | null>,
  onPosted: () => void,
) {
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useCreateSos();
  const { failure, fail, clear } = useFormFailure(element, 'Impossible de créer le SOS');
  const create = async (sos: SosToPost) => {
    clear();
    const ids = await files.ids();
    if (!ids) return fail(FILE_NOT_SENT);
    try {
      const { id } = await mutateAsync({ ...sos, files: ids });
      files.attaching.clear();
      onPosted();
      toast.success('SOS créé !');
      if (element.current) void navigate(paths.sosDetail(id), { replace: true });
    } catch (error) {
      files.onRefused(error);
      const isShown = element.current && showFieldErrors(form, error, createSosInput.keyof().options);
      if (!isShown) fail(errorMessage(error));
    }
  };
  return { create, failure, posting: isPending || files.isWaiting };
}
