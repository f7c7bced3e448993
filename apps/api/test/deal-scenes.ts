import { randomUUID } from 'node:crypto';
import type { Deal, DealDetail, DealPage } from '@guilde/contracts/deals/rules.ts';
import { parisLocal } from '@guilde/contracts/paris-time.ts';
import { storedDeal } from '../src/deals/deal.ts';
import { approveDeal } from '../src/deals/deals.ts';
import type { Client } from './client.ts';
import type { Guilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { granted } from './scenes.ts';

export const DAY_MS = 86_400_000;

/** An administrator switches the feature on. */
export async function withDeals(guilde: Guilde): Promise<void> {
  const nina = await guilde.as('nina');
  granted(await nina.put('/api/admin/community', { deals: true }));
}

/** Returns the complete input of an idea; each call has a new id. */
export function dealInput(values: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    kind: 'order',
    category: 'packaging',
    title: 'Étuis en carton',
    need: 'Des étuis recyclés, imprimés en une couleur.',
    ...values,
  };
}

/** Returns the complete input of an offer of 200 units that closes in ten days. */
export function offerInput(guilde: Guilde, values: Record<string, unknown> = {}) {
  return {
    tie: 'client',
    supplierName: 'Cartonnerie Martin',
    supplierUrl: 'https://cartonnerie.exemple.fr',
    conditions: 'Livraison comprise.',
    unit: 'étuis',
    tiers: [
      { minimum: 100, price: 4900 },
      { minimum: 200, price: 4200 },
    ],
    minTotal: 200,
    maxTotal: 500,
    commitUntil: parisLocal(guilde.clock.now() + 10 * DAY_MS).slice(0, 10),
    code: 'GUILDE-42',
    ...values,
  };
}

export async function approved(guilde: Guilde, id: string): Promise<void> {
  await guilde.deps.db.write((tx) => approveDeal(tx, guilde.deps, id));
}

export async function propose(client: Client, values: Record<string, unknown> = {}): Promise<DealDetail> {
  return granted(await client.post<DealDetail>('/api/deals', dealInput(values)));
}

/** The client proposes a deal with an offer, and the team opens it. */
export async function opened(guilde: Guilde, lead: Client, offer: Record<string, unknown> = {}) {
  const { id } = await propose(lead, { offer: offerInput(guilde, offer) });
  await approved(guilde, id);
  return seenDeal(lead, id);
}

export async function seenDeal(client: Client, id: string): Promise<DealDetail> {
  return granted(await client.get<DealDetail>(`/api/deals/${id}`));
}

export async function listedDeals(client: Client, query = ''): Promise<Deal[]> {
  return granted(await client.get<DealPage>(`/api/deals${query}`)).items;
}

export function commitTo(client: Client, deal: Pick<Deal, 'id' | 'revision'>, quantity: number, more = {}) {
  const { id, revision } = deal;
  return client.post<DealDetail>(`/api/deals/${id}/commit`, { quantity, revision, consent: true, ...more });
}

export function act(client: Client, { id }: Pick<Deal, 'id'>, verb: string, input?: unknown) {
  return client.post<DealDetail>(`/api/deals/${id}/${verb}`, input);
}

/** Returns the exact sums, which nobody reads before the goal is reached. */
export async function exactSums({ deps }: Guilde, { id }: Pick<Deal, 'id'>) {
  const { committed, total } = await storedDeal(deps.db.orm, id);
  return { members: committed, total };
}

/** Moves the clock past the close and runs what is due. */
export async function afterClose(guilde: Guilde, deal: Pick<Deal, 'commitUntil'>): Promise<void> {
  guilde.clock.set(Date.parse(deal.commitUntil ?? '') + 1000);
  await guilde.deps.jobs.drain();
}

/** After a month the former session has ended. */
export async function signedInAgain(client: Client): Promise<Client> {
  granted(await client.post('/api/auth/sign-in', { email: client.email, password: PASSWORD }));
  return client;
}
