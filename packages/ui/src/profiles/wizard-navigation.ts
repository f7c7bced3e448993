import type { WizardStep } from '@guilde/contracts/profiles/input.ts';
import { WIZARD_STEPS } from '@guilde/contracts/profiles/rules.ts';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

type StepState = { fromPrevious?: boolean };

/**
 * The step is in the address, so that the browser’s Back leads to the previous one. `reachable` is the first
 * step without an answer, which the address cannot pass.
 */
export function useWizardStep(reachable: WizardStep) {
  const [search] = useSearchParams();
  const { fromPrevious } = (useLocation().state as StepState | null) ?? {};
  const navigate = useNavigate();
  const requested = Number(search.get('step'));
  const step = isStep(requested) && requested <= reachable ? requested : reachable;
  useEffect(() => {
    if (requested !== step) void navigate({ search: `step=${step}` }, { replace: true });
  }, [requested, step, navigate]);
  return {
    step,
    /** It makes a history entry, for Back. */
    advance: () => void navigate({ search: `step=${step + 1}` }, { state: { fromPrevious: true } }),
    goTo: (other: WizardStep) => void navigate({ search: `step=${other}` }, { replace: true }),
    goBack: () => {
      if (fromPrevious) void navigate(-1);
      else void navigate({ search: `step=${step - 1}` }, { replace: true });
    },
  };
}

export function isStep(value: unknown): value is WizardStep {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= WIZARD_STEPS;
}
