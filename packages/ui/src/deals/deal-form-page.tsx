import { proposeDealInput } from '@guilde/contracts/deals/input.ts';
import type { DealDetail } from '@guilde/contracts/deals/rules.ts';
import { errorText } from '@guilde/contracts/errors.ts';
import { SOS_FILES_MAX } from '@guilde/contracts/files/rules.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldError, FormProvider, get, type Resolver, set, type UseFormReturn } from 'react-hook-form';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { errorMessage, isRefusal } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { useAttaching } from '../files/attaching.tsx';
import { attachmentsOf, changeAttachments } from '../files/attachments.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Progress } from '../kit/progress.tsx';
import { Note } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { showFieldErrors } from '../refusals.ts';
import { FormPage } from '../shell/form-frame.tsx';
import { FormBar } from '../sos/form-bar.tsx';
import { FILE_NOT_SENT, type SosFiles, SosFilesField, useSosFiles } from '../sos/sos-files.tsx';
import { useDraftAutosave, useKeptDraft } from '../sos/use-draft-autosave.ts';
import { useFormFailure } from '../sos/use-form-failure.ts';
import { useDeal, useSaveDeal } from './data.ts';
import { draftKeys, useDealDrafts } from './deal-draft.ts';
import { ConditionsFields, NeedFields, TieFields } from './deal-fields.tsx';
import { type DealForm, formOf, inputOf, isWritten, newDeal } from './deal-form.ts';

/** It proposes a deal, or the offer of the one in the address. */
export function Component() {
  const { dealId } = useParams();
  return (
    <FormPage
      width="reading"
      id={dealId}
      query={useDeal(dealId)}
      failed="Impossible de charger ce deal"
      head={
        dealId
          ? { title: 'Proposer une offre', to: paths.deal(dealId), back: 'Retour au deal' }
          : { title: 'Proposer un deal', to: paths.deals, back: 'Retour aux deals' }
      }
    >
      {(deal) => <Draft deal={deal} />}
    </FormPage>
  );
}

/** The draft is kept until it is sent; that of an offer belongs to its deal. */
function Draft({ deal }: { deal: DealDetail | undefined }) {
  const key = draftKeys(useMember().id)[deal ? 1 : 0];
  const create = () => (deal ? formOf(deal) : newDeal());
  const { draft, turn, startOver } = useKeptDraft(useDealDrafts, key, create, (kept) =>
    kept && (!deal || kept.id === deal.id) ? kept : create(),
  );
  return <DealFormBody key={turn} deal={deal} draftKey={key} values={draft} onStartOver={startOver} />;
}

const STEPS = [
  { title: 'Le besoin', Fields: NeedFields },
  { title: 'Les conditions', Fields: ConditionsFields },
  { title: 'Ton lien et tes preuves', Fields: TieFields },
] as const;

/** Returns the index of the step that asks for the field. */
function stepOf(name: string): number {
  if (!name.startsWith('offer.')) return 0;
  return /^offer\.(tie|tieNote|reference|files)\b/.test(name) ? 2 : 1;
}

/** What later steps ask for is not missing yet. */
function resolverUntil(step: number, files: readonly { id: string }[]): Resolver<DealForm> {
  return (values) => {
    const errors = {};
    const ids = files.map(({ id }) => id);
    for (const { path, message } of proposeDealInput.safeParse(inputOf(values, ids)).error?.issues ?? [])
      if (stepOf(path.join('.')) <= step) set(errors, path.join('.'), { type: 'schema', message });
    if (step === 2 && values.offer.tie === null)
      set(errors, 'offer.tie', { type: 'schema', message: errorText('TIE_REQUIRED') });
    return { values, errors };
  };
}

const NAMES = ['offer.commitUntil', 'offer.tie'] as const;
const BY_CODE = { DEAL_DAY_INVALID: 'offer.commitUntil', TIE_REQUIRED: 'offer.tie' } as const;

type BodyProps = {
  deal: DealDetail | undefined;
  draftKey: string;
  values: DealForm;
  onStartOver: () => void;
};

function DealFormBody({ deal, draftKey, values, onStartOver }: BodyProps) {
  const first = deal ? 1 : 0;
  const { step, setStep } = useStep(first);
  const element = useRef<HTMLFormElement>(null);
  const files = useProofs(deal, draftKey);
  const form = useForm<DealForm>({
    resolver: resolverUntil(step, files.attaching.attachments),
    defaultValues: values,
  });
  const autosave = useDraftAutosave(form, draftKey, useDealDrafts, isWritten);
  const backToDay = () => setStep(1);
  const { send, failure, isPending } = useSending(deal, form, files, element, autosave.discard, backToDay);
  const submit = (isIdea = false) => {
    autosave.saveNow();
    return form.handleSubmit((written) => {
      if (isIdea || step === 2) return send(written, isIdea);
      setStep(step + 1);
    });
  };
  const { title, Fields } = STEPS[step];
  const proofMissing: FieldError | undefined = get(form.formState.errors, 'offer.files');
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        aria-label={title}
        onSubmit={(submitted) => void submit()(submitted)}
        className="grid grid-cols-1 gap-6 md:gap-8"
      >
        <StepTitle step={step - first + 1} of={STEPS.length - first} title={title} />
        {deal?.status === 'open' && (
          <Note tone="warning">Ce changement annule les engagements : chacun devra confirmer.</Note>
        )}
        <Fields />
        {step === 2 && <SosFilesField files={files} form={element} error={proofMissing?.message} />}
        <FormBar
          failure={failure}
          draft={{
            isSaved: autosave.isSaved,
            disabled: isPending,
            onDiscard: () => {
              files.attaching.discard();
              onStartOver();
            },
          }}
        >
          {step > first && (
            <Button variant="ghost" onClick={() => setStep(step - 1)}>
              Retour
            </Button>
          )}
          {step === 0 && (
            <Button variant="outline" loading={isPending} onClick={(event) => void submit(true)(event)}>
              Proposer l’idée seule
            </Button>
          )}
          <Button type="submit" variant="hero" loading={step === 2 && (isPending || files.isWaiting)}>
            {step < 2 ? 'Continuer' : deal ? 'Envoyer l’offre' : 'Proposer le deal'}
          </Button>
        </FormBar>
      </form>
    </FormProvider>
  );
}

function useSending(
  deal: DealDetail | undefined,
  form: UseFormReturn<DealForm>,
  files: SosFiles,
  element: RefObject<HTMLFormElement | null>,
  onSent: () => void,
  onDayInvalid: () => void,
) {
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useSaveDeal(deal?.id);
  const { failure, fail, clear } = useFormFailure(element, 'Impossible d’enregistrer le deal');
  /** The answer may come when the page is left. */
  const send = async (given: DealForm, isIdea: boolean) => {
    clear();
    const sent = isIdea ? [] : await files.ids();
    if (sent === null) return fail(FILE_NOT_SENT);
    try {
      const written = isIdea ? { ...given, offer: null } : inputOf(given, sent);
      const { id } = await mutateAsync(proposeDealInput.parse(written));
      onSent();
      if (!isIdea) files.attaching.clear();
      toast.success(deal ? 'Offre envoyée' : 'Deal proposé');
      if (element.current) void navigate(paths.deal(id), { replace: true });
    } catch (error) {
      files.onRefused(error);
      if (element.current && isRefusal(error, 'DEAL_DAY_INVALID')) onDayInvalid();
      const isShown = element.current && showFieldErrors(form, error, NAMES, BY_CODE);
      if (!isShown) fail(errorMessage(error));
    }
  };
  return { send, failure, isPending };
}

/** An offer that changes begins with the files that it has. */
function useProofs(deal: DealDetail | undefined, draftKey: string) {
  const [{ id, files } = { id: 'new', files: [] }] = useState(deal);
  const key = `${draftKey}/${id}`;
  useEffect(() => {
    if (files.length === 0 || attachmentsOf(key).length > 0) return;
    const shownAt = `deals/${id}`;
    changeAttachments(key, () => files.map((file) => ({ ...file, alt: file.alt ?? '', file, shownAt })));
  }, [key, id, files]);
  // The server takes them as it takes those of an SOS.
  return useSosFiles(useAttaching({ key, path: '/api/sos/files', max: SOS_FILES_MAX }));
}

type Step = 0 | 1 | 2;

/** The step is in the address, so that the browser’s Back leads to the previous one. */
function useStep(first: Step) {
  const [search, setSearch] = useSearchParams();
  const step = Math.min(2, Math.max(first, Math.trunc(Number(search.get('step'))) || first)) as Step;
  return { step, setStep: (next: number) => setSearch({ step: String(next) }) };
}

/** Each step starts at its top, with the focus on its title. */
function StepTitle({ step, of, title }: { step: number; of: number; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  const label = `Étape ${step} sur ${of}`;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted-foreground">{label}</p>
      <Progress value={step} max={of} label={label} />
      <h2 ref={heading} tabIndex={-1} className="mt-2 text-lg outline-none">
        {title}
      </h2>
    </div>
  );
}
