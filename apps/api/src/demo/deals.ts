import { randomUUID } from 'node:crypto';
import { proposeDealInput } from '@guilde/contracts/deals/input.ts';
import { parisLocal } from '@guilde/contracts/paris-time.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { changeCommunity } from '../admin/community.ts';
import { choose, conclude, renewProgress, runDue } from '../deals/closing.ts';
import { commit, setInterest } from '../deals/commitments.ts';
import { approveDeal, cancelOwnDeal, leadDeal, proposeDeal } from '../deals/deals.ts';
import { markKept, reviewDeal } from '../deals/desk.ts';
import type { Deps } from '../platform/deps.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { DEMO_DEALS, type DemoDeal } from './data.ts';

const DAY = 86_400_000;

type Named = (firstName: string) => Viewer;

export async function makeDeals(
  deps: Deps,
  clock: { at: number | null },
  start: number,
  { named, administrator }: { named: Named; administrator: Viewer },
): Promise<void> {
  clock.at = start - 49 * DAY;
  const settings = await communitySettingsOf(deps.db.orm);
  await changeCommunity.perform(deps, administrator, undefined, { ...settings, deals: true });
  for (const deal of DEMO_DEALS) await makeDeal(deps, clock, start, deal, named);
  clock.at = start;
  await renewProgress(deps);
}

async function makeDeal(
  deps: Deps,
  clock: { at: number | null },
  start: number,
  deal: DemoDeal,
  named: Named,
): Promise<void> {
  const { author, lead, end, interested = [], committed = {}, offer = null, reason } = deal;
  const proposedAt = start - deal.daysAgo * DAY;
  clock.at = proposedAt;
  const id = randomUUID();
  const commitUntil = parisLocal(proposedAt + (deal.closesIn ?? 0) * DAY).slice(0, 10);
  const input = { ...deal, id, offer: offer && { ...offer, commitUntil } };
  await proposeDeal(deps, named(author), proposeDealInput.parse(input));
  if (end === 'proposed' || end === 'offered') return;
  await deps.db.write((tx) => approveDeal(tx, deps, id));
  for (const name of interested) await setInterest(deps, named(name), id, { volume: 'to-200' });
  if (lead) await leadDeal(deps, named(lead), id, { tie: null, tieNote: '' });
  if (reason) await cancelOwnDeal(deps, named(author), id, { reason });
  for (const [name, quantity] of Object.entries(committed))
    if (quantity) await commit(deps, named(name), id, { quantity, consent: true, revision: 1 });
  if (!offer || end === 'open') return;
  clock.at = Date.parse(`${commitUntil}T23:59:59Z`);
  await runDue(deps, { dealId: id });
  if (end === 'not-reached') await choose(deps, named(author), id, { choice: 'abandon' });
  if (end === 'concluded' || end === 'reviewed') await conclude(deps, named(author), id);
  if (end === 'reviewed') await review(deps, clock, id, deal, named);
}

async function review(
  deps: Deps,
  clock: { at: number | null },
  id: string,
  { author, committed = {}, unkept = [], reviews = {} }: DemoDeal,
  named: Named,
): Promise<void> {
  for (const name of Object.keys(committed)) {
    const kept = { memberId: named(name).id, kept: !unkept.includes(name) };
    await markKept(deps, named(author), id, kept);
  }
  clock.at = deps.clock.now() + 31 * DAY;
  await runDue(deps, { dealId: id });
  for (const [name, answer] of Object.entries(reviews))
    if (answer) await reviewDeal(deps, named(name), id, { answer, saved: answer === 'yes' ? 120 : null });
}
