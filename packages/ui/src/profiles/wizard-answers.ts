import type { Account } from '@guilde/contracts/auth/rules.ts';
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

/** What the team's list said of the member is proposed, until they answer themselves. */
export function answersOf(profile: Profile, known: Account['known']): Answers {
  const { storeUrl, monthlyOrders, mainChannel, specialties, payments, carriers } = profile;
  const firstName = profile.firstName || (known?.firstName ?? '');
  const lastName = profile.lastName || (known?.lastName ?? '');
  const storeName = profile.storeName || (known?.storeName ?? '');
  const cms = profile.cms || (known?.cms ?? '');
  const sector = profile.sector || (known?.sector ?? '');
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
