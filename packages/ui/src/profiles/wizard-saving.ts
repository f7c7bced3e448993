import type { WizardStep, wizardInput } from '@guilde/contracts/profiles/input.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError, isRefusal } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { failureText } from '../refusals.ts';
import { useCompleteProfile, useSaveStep } from './data.ts';
import { type AnswerName, byAnswer } from './wizard-answers.ts';
import { isStep } from './wizard-navigation.ts';

type WizardInput = z.output<typeof wizardInput>;

/** Saves each step, and completes the profile after the last. A failure keeps the answers. */
export function useWizardSaving({
  onSaved,
  onMissing,
}: {
  onSaved: () => void;
  onMissing: (step: WizardStep) => void;
}) {
  const saveStep = useSaveStep();
  const complete = useCompleteProfile();
  const [refused, setRefused] = useState<Partial<Record<AnswerName, string>>>({});
  const explain = (error: unknown, phrase: string) => {
    const fields = error instanceof ApiError ? byAnswer(error.fields) : {};
    setRefused(fields);
    if (Object.keys(fields).length === 0) toast.error('Erreur', { description: failureText(error, phrase) });
  };
  const save = async (input: WizardInput) => {
    try {
      await saveStep.mutateAsync(input);
      onSaved();
    } catch (error) {
      explain(error, 'Impossible de sauvegarder les modifications');
    }
  };
  const finish = async (input: WizardInput) => {
    try {
      await saveStep.mutateAsync(input);
      await complete.mutateAsync();
      toast.success('Profil créé !');
    } catch (error) {
      explain(error, 'Impossible de créer le profil');
      const missing = error instanceof ApiError ? Number(error.params.step) : 0;
      if (isRefusal(error, 'PROFILE_STEPS_MISSING') && isStep(missing)) onMissing(missing);
    }
  };
  return {
    save,
    finish,
    pending: saveStep.isPending || complete.isPending,
    refused,
    forgetRefusals: () => setRefused({}),
  };
}
