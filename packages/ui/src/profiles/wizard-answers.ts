import { type WizardStep, wizardInput } from '@guilde/contracts/profiles/input.ts';
import type {
  Carrier,
  Cms,
  MainChannel,
  MonthlyOrders,
  Payment,
  Profile,
  Sector,
  Specialty,
} from '@guilde/contracts/profiles/rules.ts';
import { fieldErrors } from '@guilde/contracts/validation.ts';

/** Answers are as typed; an empty text is not answered yet. */
export type Answers = {
  firstName: string;
  lastName: string;
  storeName: string;
  storeUrl: string;
  cms: Cms | '';
  payments: Payment[];
  carriers: Carrier[];
  sector: Sector | '';
  monthlyOrders: MonthlyOrders | '';
  mainChannel: MainChannel | '';
  specialties: Specialty[];
};

export type AnswerName = keyof Answers;

export function answersOf(profile: Profile): Answers {
  const { firstName, lastName, storeName, storeUrl, cms, sector, monthlyOrders, mainChannel } = profile;
  const { specialties, payments, carriers } = profile;
  return {
    firstName,
    lastName,
    storeName,
    storeUrl,
    cms,
    payments,
    carriers,
    sector,
    monthlyOrders,
    mainChannel,
    specialties,
  };
}

/** `input` is null when an answer is missing or invalid. */
export function checkStep(step: WizardStep, answers: Answers) {
  const { data = null, error } = wizardInput.safeParse({ step, values: answers });
  return { input: data, problems: byAnswer(fieldErrors(error?.issues ?? [])) };
}

/** Server and schema name the fields `values.storeUrl`. */
export function byAnswer(fields: Record<string, string>): Partial<Record<AnswerName, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name.replace(/^values\./, ''), message]),
  );
}
