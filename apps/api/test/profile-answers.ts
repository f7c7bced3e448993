import type { Client } from './client.ts';
import type { Person } from './people.ts';

/** Returns the bodies of the requests by which a person answers the six steps. */
export function profileSteps(person: Person): { step: number; values: object }[] {
  const answers = [
    { firstName: person.firstName, lastName: person.lastName },
    { storeName: person.storeName, storeUrl: 'https://boutique.exemple.fr' },
    { cms: 'shopify' },
    { sector: 'fashion' },
    { monthlyOrders: '50-500', mainChannel: 'seo' },
    { specialties: person.specialties },
  ];
  return answers.map((values, index) => ({ step: index + 1, values }));
}

/** Answers the six steps and completes the profile. */
export async function completeProfile(client: Client, person: Person): Promise<void> {
  for (const step of profileSteps(person)) await expectOk(client.put('/api/profile/step', step));
  await expectOk(client.post('/api/profile/complete'));
}

/** Rejects when the answer is a refusal. */
export async function expectOk(
  answer: Promise<{ status: number; error: { code: string; fields: unknown } }>,
): Promise<void> {
  const { status, error } = await answer;
  if (status >= 400) throw new Error(`${status} ${error.code} ${JSON.stringify(error.fields)}`);
}
