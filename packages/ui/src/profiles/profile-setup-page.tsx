import type { Account } from '@guilde/contracts/auth/rules.ts';
import { firstMissingStep, type WizardStep, wizardSteps } from '@guilde/contracts/profiles/input.ts';
import { type Profile, WIZARD_STEPS } from '@guilde/contracts/profiles/rules.ts';
import { ArrowLeft, LogOut } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { useIsSigningOut, useSignOut } from '../auth/sign-out.ts';
import { Button } from '../kit/button.tsx';
import { Progress } from '../kit/progress.tsx';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { useProfile } from './data.ts';
import { type AnswerName, type Answers, answersOf, checkStep } from './wizard-answers.ts';
import { useWizardStep } from './wizard-navigation.ts';
import { QUESTIONS, Question } from './wizard-questions.tsx';
import { useWizardSaving } from './wizard-saving.ts';

/** Each step is saved when it is passed. */
export function Component() {
  const account = useMember();
  const { data: profile, error, refetch, isFetching } = useProfile();
  if (account.profileComplete) return <Navigate to={paths.profileCompleted} replace />;
  if (profile) return <Wizard profile={profile} known={account.known} />;
  if (!error) return <GuardScreen text="Chargement du profil..." />;
  return (
    <PublicLayout title="Ton profil">
      <LoadFailed title="Impossible de charger le profil" query={{ error, refetch, isFetching }} />
    </PublicLayout>
  );
}

function Wizard({ profile, known }: { profile: Profile; known: Account['known'] }) {
  // It does not come from `profile`: once a step is saved, the next must be reachable in the same render.
  const saved = useProfile().data ?? profile;
  const { step, advance, goBack, goTo } = useWizardStep(firstMissingStep(saved) ?? WIZARD_STEPS);
  const [answers, setAnswers] = useState(() => answersOf(profile, known));
  const [visited, setVisited] = useState<readonly AnswerName[]>([]);
  const saving = useWizardSaving({ onSaved: advance, onMissing: goTo });
  const { input, problems } = checkStep(step, answers);
  const form = useFocusOnStep(step);
  const last = step === WIZARD_STEPS;
  const answer = (patch: Partial<Answers>) => {
    setAnswers((before) => ({ ...before, ...patch }));
    saving.forgetRefusals();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (input && !saving.pending) void (last ? saving.finish(input) : saving.save(input));
  };
  return (
    <PublicLayout
      width="md"
      steady
      title={QUESTIONS[step].title}
      description={QUESTIONS[step].description}
      above={<StepProgress step={step} />}
      below={
        <p className="text-center">
          {isFilled(step, known)
            ? 'Ces réponses sont déjà remplies\u00a0: corrige-les au besoin.'
            : 'Tes réponses sont enregistrées à chaque étape.'}
        </p>
      }
    >
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-8">
        <Question
          step={step}
          answers={answers}
          problems={{ ...problemsOf(visited, problems), ...saving.refused }}
          onAnswer={answer}
          onLeave={(name) => setVisited((names) => [...names, name])}
        />
        <div className="flex flex-wrap-reverse items-center justify-between gap-x-1 gap-y-3">
          <BackButton step={step} onBack={goBack} disabled={saving.pending} />
          <Button type="submit" variant="hero" size="lg" disabled={!input} loading={saving.pending}>
            {last ? 'Finaliser' : 'Continuer'}
          </Button>
        </div>
      </form>
    </PublicLayout>
  );
}

/** A list or a request for access may say something about the step. */
function isFilled(step: WizardStep, known: Account['known']): boolean {
  return Object.entries(known ?? {}).some(([name, value]) => value && name in wizardSteps[step].shape);
}

/** A field shows no error before it was visited. */
function problemsOf(visited: readonly AnswerName[], problems: Partial<Record<AnswerName, string>>) {
  return Object.fromEntries(visited.map((name) => [name, problems[name]]));
}

function StepProgress({ step }: { step: WizardStep }) {
  const label = `Étape ${step} sur ${WIZARD_STEPS}`;
  return (
    <div className="mb-6 grid gap-2">
      <div className="flex justify-between text-sm text-muted-foreground tabular-nums">
        <span aria-live="polite">{label}</span>
        <span>{`${Math.round((step / WIZARD_STEPS) * 100)}\u00a0%`}</span>
      </div>
      <Progress value={step} max={WIZARD_STEPS} label={label} />
    </div>
  );
}

/** It signs out on the first step. */
function BackButton({ step, onBack, disabled }: { step: WizardStep; onBack: () => void; disabled: boolean }) {
  const signOut = useSignOut();
  const signingOut = useIsSigningOut();
  if (step === 1) {
    return (
      <Button variant="ghost" size="lg" className="-ml-4 px-4" loading={signingOut} onClick={signOut}>
        <LogOut />
        Se déconnecter
      </Button>
    );
  }
  return (
    <Button variant="ghost" size="lg" className="-ml-4 px-4" disabled={disabled} onClick={onBack}>
      <ArrowLeft />
      Retour
    </Button>
  );
}

/** Shows the step from its top, and focuses the chosen control, else the first, so that Enter continues. */
function useFocusOnStep(step: WizardStep) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const controls = [...(form.current?.querySelectorAll('input') ?? [])];
    (controls.find((control) => control.checked) ?? controls[0])?.focus({ preventScroll: true });
    // On a phone the button of a long step is far below the next one's question. The first follows a page of its own.
    if (step > 1) window.scrollTo(0, 0);
  }, [step]);
  return form;
}
