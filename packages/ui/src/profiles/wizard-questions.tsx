import type { WizardStep } from '@guilde/contracts/profiles/input.ts';
import { NAME_MAX, STORE_NAME_MAX } from '@guilde/contracts/profiles/rules.ts';
import type { ReactNode } from 'react';
import { RadioCards } from '../kit/choice-cards.tsx';
import { Field, FieldGroup, RequiredFields } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { channelChoices, cmsChoices, orderChoices, sectorChoices } from './choices.tsx';
import { SpecialtyPicker } from './specialty-picker.tsx';
import { StoreUrlInput } from './store-url-input.tsx';
import { ToolsFields } from './tools-fields.tsx';
import type { AnswerName, Answers } from './wizard-answers.ts';

export const QUESTIONS: Record<WizardStep, { title: string; description: string }> = {
  1: {
    title: 'Comment t’appelles-tu ?',
    description: 'Les membres se parlent sous leur vrai nom.',
  },
  2: {
    title: 'Quelle est ta boutique ?',
    description: 'Son nom accompagne le tien partout dans la communauté.',
  },
  3: {
    title: 'Quelle plateforme utilises-tu ?',
    description: 'Ces réponses figurent sur ton profil et aident les autres à te trouver dans l’annuaire.',
  },
  4: {
    title: 'Dans quel secteur vends-tu ?',
    description: 'Choisis celui qui fait l’essentiel de tes ventes.',
  },
  5: {
    title: 'Où en est ta boutique ?',
    description: 'Un ordre de grandeur suffit. Les autres membres ne voient pas ces réponses.',
  },
  6: {
    title: 'Quelles sont tes trois spécialités ?',
    description: 'Les sujets sur lesquels tu peux aider les autres.',
  },
};

export type QuestionProps = {
  answers: Answers;
  problems: Partial<Record<AnswerName, string>>;
  onAnswer: (answers: Partial<Answers>) => void;
  /** Its message may show from here on. */
  onLeave: (name: AnswerName) => void;
};

export function Question({ step, ...props }: QuestionProps & { step: WizardStep }) {
  switch (step) {
    case 1:
      return <NameQuestion {...props} />;
    case 2:
      return <StoreQuestion {...props} />;
    case 5:
      return <SizeQuestion {...props} />;
    case 6:
      return (
        <SpecialtyPicker
          label="Tes spécialités"
          values={props.answers.specialties}
          error={props.problems.specialties}
          onChange={(specialties) => props.onAnswer({ specialties })}
        />
      );
    default:
      return <ChoiceQuestion {...props} step={step} />;
  }
}

function NameQuestion({ answers, problems, onAnswer, onLeave }: QuestionProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <RequiredFields>
        <Field label="Prénom" error={problems.firstName}>
          <Input
            autoComplete="given-name"
            maxLength={NAME_MAX}
            value={answers.firstName}
            onChange={(event) => onAnswer({ firstName: event.target.value })}
            onBlur={() => onLeave('firstName')}
          />
        </Field>
        <Field label="Nom" error={problems.lastName}>
          <Input
            autoComplete="family-name"
            maxLength={NAME_MAX}
            value={answers.lastName}
            onChange={(event) => onAnswer({ lastName: event.target.value })}
            onBlur={() => onLeave('lastName')}
          />
        </Field>
      </RequiredFields>
    </div>
  );
}

function StoreQuestion({ answers, problems, onAnswer, onLeave }: QuestionProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <RequiredFields>
        <Field label="Nom de la boutique" error={problems.storeName}>
          <Input
            autoComplete="organization"
            maxLength={STORE_NAME_MAX}
            value={answers.storeName}
            onChange={(event) => onAnswer({ storeName: event.target.value })}
            onBlur={() => onLeave('storeName')}
          />
        </Field>
        <Field label="Adresse web" error={problems.storeUrl}>
          <StoreUrlInput
            value={answers.storeUrl}
            onChange={(event) => onAnswer({ storeUrl: event.target.value })}
            onBlur={() => onLeave('storeUrl')}
          />
        </Field>
      </RequiredFields>
    </div>
  );
}

function ChoiceQuestion({ step, answers, problems, onAnswer }: QuestionProps & { step: 3 | 4 }) {
  const legend = <Unseen>{QUESTIONS[step].title}</Unseen>;
  if (step === 3) {
    return (
      <div className="grid gap-6">
        <FieldGroup single label={legend} error={problems.cms}>
          <RadioCards
            options={cmsChoices}
            value={answers.cms || null}
            onChange={(cms) => onAnswer({ cms })}
            dense
          />
        </FieldGroup>
        <ToolsFields payments={answers.payments} carriers={answers.carriers} onChange={onAnswer} />
      </div>
    );
  }
  return (
    <FieldGroup single label={legend} error={problems.sector}>
      <RadioCards
        options={sectorChoices}
        value={answers.sector || null}
        onChange={(sector) => onAnswer({ sector })}
        columns={3}
        dense
      />
    </FieldGroup>
  );
}

/** The visible question is the page’s heading; the group needs it as its name too. */
function Unseen({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

function SizeQuestion({ answers, problems, onAnswer }: QuestionProps) {
  return (
    <div className="grid gap-6">
      <RequiredFields>
        <FieldGroup single label="Commandes par mois" error={problems.monthlyOrders}>
          <RadioCards
            options={orderChoices}
            value={answers.monthlyOrders || null}
            onChange={(monthlyOrders) => onAnswer({ monthlyOrders })}
            columns={3}
          />
        </FieldGroup>
        <FieldGroup single label="Canal d’acquisition principal" error={problems.mainChannel}>
          <RadioCards
            options={channelChoices}
            value={answers.mainChannel || null}
            onChange={(mainChannel) => onAnswer({ mainChannel })}
            dense
          />
        </FieldGroup>
      </RequiredFields>
    </div>
  );
}
