import type { Client } from './client.ts';
import type { Person } from './people.ts';

/** What a person answers to each of the six steps, as bodies of requests. */
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

/** Answers the six steps and finishes. */
export async function completeProfile(client: Client, person: Person): Promise<void> {
  for (const step of profileSteps(person)) await expectOk(client.put('/api/profile/step', step));
  await expectOk(client.post('/api/profile/complete'));
}

/** Rejects with the refusal when an answer is one. */
export async function expectOk(
  answer: Promise<{ status: number; error: { code: string; fields: unknown } }>,
): Promise<void> {
  const { status, error } = await answer;
  if (status >= 400) throw new Error(`${status} ${error.code} ${JSON.stringify(error.fields)}`);
}
