import type { Client } from './client.ts';
import type { Person } from './people.ts';

/** Answers the six steps and finishes. */
export async function completeProfile(client: Client, person: Person): Promise<void> {
  const steps = [
    { firstName: person.firstName, lastName: person.lastName },
    { storeName: person.storeName, storeUrl: 'https://boutique.exemple.fr' },
    { cms: 'shopify' },
    { sector: 'fashion' },
    { monthlyOrders: '50-500', mainChannel: 'seo' },
    { specialties: person.specialties },
  ];
  for (const [index, values] of steps.entries()) {
    await expectOk(client.put('/api/profile/step', { step: index + 1, values }));
  }
  await expectOk(client.post('/api/profile/complete'));
}

/** Rejects with the refusal when an answer is one. */
export async function expectOk(
  answer: Promise<{ status: number; error: { code: string; fields: unknown } }>,
): Promise<void> {
  const { status, error } = await answer;
  if (status >= 400) throw new Error(`${status} ${error.code} ${JSON.stringify(error.fields)}`);
}
