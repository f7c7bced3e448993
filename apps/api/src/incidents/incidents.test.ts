import type { AdminIncidentDetail, AdminIncidentPage } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import {
  CONFIRMED_RESTORED_VOTES,
  type Incident,
  type IncidentAnswer,
} from '@guilde/contracts/incidents/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { storeCrowd } from '../../test/crowd.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, postSos, REMOVAL, refusal, settled } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { independentPeople } from '../invitations/independence.ts';
import { invitationBatches, invitations } from '../invitations/tables.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests, sosTools } from '../sos/tables.ts';
import { lookForIncidents } from './detection.ts';
import { endSilent } from './incidents.ts';
import { incidentPersonalData } from './personal-data.ts';
import { incidents, incidentVotes } from './tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;
let nina: Client;
let lucie: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  [paul, nina, lucie] = [await guilde.as('paul'), await guilde.as('nina'), await guilde.as('lucie')];
});
afterAll(() => guilde.close());

beforeEach(async () => {
  await guilde.deps.jobs.drain();
  const { orm } = guilde.deps.db;
  await orm.delete(incidents);
  await byHand(guilde.deps, () => orm.delete(sosRequests));
  await byHand(guilde.deps, () => orm.update(profiles).set({ payments: [], provenAt: null }));
  await byHand(guilde.deps, () => orm.update(members).set({ createdAt: new Date(0), suspendedAt: null }));
});

const uses = async (client: Client, ...payments: string[]) =>
  granted(await client.put('/api/profile/step', { step: 3, values: { cms: 'shopify', payments } }));
const report = (client: Client, title = 'Stripe refuse les paiements', values = {}) =>
  postSos(client, { title, ...values });
const seen = async (client: Client) => {
  await guilde.deps.jobs.drain();
  return granted(await client.get<Incident[]>('/api/incidents'));
};
const vote = (client: Client, id: string, answer: IncidentAnswer) =>
  client.put<Incident>(`/api/incidents/${id}/vote`, { answer });
const stored = async () => {
  await guilde.deps.jobs.drain();
  return guilde.deps.db.orm.select().from(incidents);
};
const decide = (id: string, decision: string) =>
  nina.post<AdminIncidentDetail>(`/api/admin/incidents/${id}/decision`, { decision, reason: 'Vérifié' });

async function newWith({ id: inviterId }: Client, newcomer: Client): Promise<void> {
  const { orm } = guilde.deps.db;
  await orm
    .update(invitations)
    .set({ inviterId, batchId: null })
    .where(eq(invitations.invitedUserId, newcomer.id));
  await orm
    .update(members)
    .set({ createdAt: new Date(guilde.clock.now()) })
    .where(eq(members.id, newcomer.id));
}

async function proposed(): Promise<string> {
  for (const author of [claire, karim, zoe]) await report(author);
  const [incident] = await stored();
  return incident?.id ?? '';
}

describe('an incident is proposed', () => {
  it('for three SOS of three people within an hour, by the name or by what was chosen', async () => {
    await uses(paul, 'stripe');
    await report(claire);
    await report(karim, 'Paiements en panne', { tool: 'stripe' });
    expect(await stored()).toEqual([]);
    guilde.clock.advance(59 * MINUTE);
    await report(zoe, 'Plus rien ne passe', { description: 'Erreur chez STRIPE depuis ce matin.' });
    const [incident] = await seen(paul);
    expect(incident).toMatchObject({
      tool: 'stripe',
      state: 'proposed',
      ongoing: 0,
      restored: 0,
      vote: null,
    });
    expect(JSON.stringify(incident)).not.toContain(claire.id);
  });

  it('not for two, however often they post', async () => {
    for (const author of [claire, claire, claire, karim, karim]) await report(author);
    expect(await stored()).toEqual([]);
  });

  it('not for three in 61 minutes', async () => {
    await report(claire);
    await report(karim);
    guilde.clock.advance(61 * MINUTE);
    await report(zoe);
    expect(await stored()).toEqual([]);
    await report(claire);
    expect(await stored()).toEqual([]);
    await report(karim);
    expect(await stored()).toHaveLength(1);
  });

  it('for newcomers of the team’s list, whom one leader invited without making them one', async () => {
    await uses(paul, 'stripe');
    for (const newcomer of [claire, karim, zoe]) await newWith(nina, newcomer);
    const list = { title: 'Liste', message: 'Bonjour.', authorName: 'Nina', invited: 3, createdAt: 1 };
    const { orm } = guilde.deps.db;
    await orm.insert(invitationBatches).values({ id: 'list', listHash: 'list', ...list });
    await orm.update(invitations).set({ batchId: 'list' }).where(eq(invitations.inviterId, nina.id));
    await proposed();
    expect(await seen(paul)).toHaveLength(1);
  });

  it('not for what is closed, whose author is suspended or gone, or for other tools', async () => {
    const { id } = await report(claire);
    granted(await claire.post(`/api/sos/${id}/close`));
    await report(karim);
    await report(zoe);
    await report(paul, 'Shopify Payments ne marche plus, mes start-ups non plus');
    expect(await stored()).toEqual([]);
    const { orm } = guilde.deps.db;
    await byHand(guilde.deps, () =>
      orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, karim.id)),
    );
    await report(claire);
    expect(await stored()).toEqual([]);
    const [gone = ''] = await storeCrowd(guilde.deps.db, [{ firstName: 'Léa' }]);
    await byHand(guilde.deps, () =>
      orm.update(sosRequests).set({ userId: gone }).where(eq(sosRequests.userId, karim.id)),
    );
    await byHand(guilde.deps, () => orm.delete(members).where(eq(members.id, gone)));
    await report(zoe);
    expect(await stored()).toEqual([]);
  });

  it('not for newcomers and whoever sponsored them, who count as one', async () => {
    await newWith(claire, karim);
    await newWith(karim, zoe);
    for (const author of [claire, karim, zoe, paul]) await report(author);
    expect(await stored()).toEqual([]);
    guilde.clock.advance(15 * 24 * HOUR);
    for (const author of [claire, karim, zoe]) await report(author);
    expect(await stored()).toHaveLength(1);
  });

  it('for newcomers who proved their company, each of whom counts', async () => {
    for (const newcomer of [claire, karim, zoe]) {
      await newWith(nina, newcomer);
      granted(await nina.post(`/api/admin/users/${newcomer.id}/evidence`, { reason: 'Un extrait Kbis.' }));
      granted(await nina.post(`/api/admin/users/${newcomer.id}/evidence/accept`));
    }
    await proposed();
    granted(await nina.post(`/api/admin/users/${zoe.id}/certification/withdraw`, REMOVAL));
    const people = [nina.id, claire.id, zoe.id];
    const counted = () => independentPeople(guilde.deps.db.orm, people, guilde.clock.now());
    expect(await counted()).toBe(2);
    granted(await nina.post(`/api/admin/users/${zoe.id}/certification/return`, { reason: 'Erreur.' }));
    expect(await counted()).toBe(2);
  });

  it('once, when the third comes twice at the same time and is looked at twice', async () => {
    await report(claire);
    await report(karim);
    await Promise.all([report(zoe), report(paul)]);
    const named = await guilde.deps.db.orm.select().from(sosTools);
    await Promise.all([...named, ...named].map(({ sosId }) => lookForIncidents(guilde.deps, { sosId })));
    const known = await stored();
    expect(known).toHaveLength(1);
    const again = known.map((one) => ({ ...one, id: 'another' }));
    await expect(guilde.deps.db.orm.insert(incidents).values(again)).rejects.toThrow();
  });
});

describe('an incident', () => {
  it('is seen by its stack and by the authors of its SOS, and by nobody else', async () => {
    await uses(paul, 'stripe');
    const [affected, unaffected] = [await paul.live(), await nina.live()];
    const id = await proposed();
    await affected.next('incidents.changed');
    await settled(unaffected);
    expect(unaffected.events.filter(({ type }) => type === 'incidents.changed')).toEqual([]);
    expect((await seen(claire)).map((one) => one.id)).toEqual([id]);
    expect(await seen(nina)).toEqual([]);
    expect(refusal(await vote(nina, id, 'ongoing'))).toBe('404 NOT_FOUND');
  });

  it('has one vote per member, which changes', async () => {
    const id = await proposed();
    expect(granted(await vote(claire, id, 'ongoing'))).toMatchObject({ ongoing: 1, vote: 'ongoing' });
    granted(await vote(karim, id, 'restored'));
    expect(granted(await vote(claire, id, 'restored'))).toMatchObject({ ongoing: 0, restored: 2 });
    const [incident] = await seen(zoe);
    expect(incident).toMatchObject({ ongoing: 0, restored: 2, vote: null });
  });

  it('ends when three or more, and most, say that it works again; then three new SOS are needed', async () => {
    await uses(paul, 'stripe');
    const id = await proposed();
    for (const voter of [claire, karim]) granted(await vote(voter, id, 'restored'));
    expect(await seen(paul)).toHaveLength(1);
    expect(granted(await vote(paul, id, 'restored')).state).toBe('restored');
    expect(await seen(paul)).toEqual([]);
    expect(refusal(await vote(paul, id, 'ongoing'))).toBe('409 INCIDENT_ENDED');
    await report(claire);
    expect(await seen(paul)).toEqual([]);
    for (const author of [karim, zoe]) await report(author);
    expect(await seen(paul)).toHaveLength(1);
  });

  it('does not end while as many say that it goes on', async () => {
    const id = await proposed();
    for (const member of [paul, nina, lucie]) await uses(member, 'stripe');
    for (const voter of [claire, karim, zoe]) granted(await vote(voter, id, 'ongoing'));
    for (const voter of [paul, nina, lucie]) granted(await vote(voter, id, 'restored'));
    expect(await stored()).toMatchObject([{ endedAt: null }]);
    expect(granted(await vote(zoe, id, 'restored')).state).toBe('restored');
  });

  it('is not ended by newcomers of one sponsor, who vote as one', async () => {
    await uses(paul, 'stripe');
    const id = await proposed();
    for (const newcomer of [claire, karim, zoe]) await newWith(nina, newcomer);
    for (const voter of [claire, karim, zoe]) granted(await vote(voter, id, 'restored'));
    expect(granted(await vote(paul, id, 'restored'))).toMatchObject({ state: 'proposed', restored: 4 });
    await guilde.deps.db.orm.update(members).set({ createdAt: new Date(0) });
    expect(granted(await vote(zoe, id, 'restored')).state).toBe('restored');
  });

  it('that the team has confirmed is ended by ten people, not by three', async () => {
    await uses(paul, 'stripe');
    const id = await proposed();
    granted(await decide(id, 'confirm'));
    const crowd = await storeCrowd(
      guilde.deps.db,
      Array.from({ length: CONFIRMED_RESTORED_VOTES - 3 }, () => ({ firstName: 'Léa' })),
    );
    const answer = 'restored' as const;
    const votes = crowd.map((memberId) => ({ incidentId: id, memberId, answer, votedAt: 1 }));
    for (const voter of [claire, karim, zoe]) granted(await vote(voter, id, 'restored'));
    await guilde.deps.db.orm.insert(incidentVotes).values(votes.slice(1));
    expect(granted(await vote(zoe, id, 'restored')).state).toBe('confirmed');
    expect(granted(await vote(paul, id, 'restored')).state).toBe('restored');
  });

  it('ends four hours after the last vote or SOS', async () => {
    const id = await proposed();
    guilde.clock.advance(3 * HOUR);
    granted(await vote(zoe, id, 'ongoing'));
    guilde.clock.advance(4 * HOUR - MINUTE);
    await endSilent(guilde.deps);
    expect(await seen(claire)).toHaveLength(1);
    guilde.clock.advance(2 * MINUTE);
    await endSilent(guilde.deps);
    expect(await seen(claire)).toEqual([]);
    expect((await stored())[0]?.end).toBe('quiet');
  });
});

it('is in the archive of who voted', async () => {
  const id = await proposed();
  granted(await vote(claire, id, 'restored'));
  const { archive } = incidentPersonalData(guilde.deps);
  const viewer = {
    id: claire.id,
    sessionId: '',
    role: 'member',
    profileComplete: true,
    termsAccepted: true,
    provenAt: null,
  } as const;
  expect(await archive?.(viewer)).toEqual({
    incidentVotes: [{ tool: 'Stripe', answer: 'restored', votedAt: expect.any(String) }],
  });
});

describe('the team', () => {
  it('is told, reads what it rests on, confirms and ends, in the journal', async () => {
    const live = await nina.live();
    const id = await proposed();
    await live.next('moderation.changed', ({ area }) => area === 'incidents');
    const queue = granted(await nina.get<QueuePage>('/api/admin/queue?kind=incident'));
    expect(queue.items).toMatchObject([{ id, title: 'Stripe' }]);
    const list = granted(await nina.get<AdminIncidentPage>('/api/admin/incidents?status=proposed'));
    expect(list.items.map((one) => one.id)).toEqual([id]);
    const detail = granted(await nina.get<AdminIncidentDetail>(`/api/admin/incidents/${id}`));
    expect(detail.sos.map(({ author }) => author?.firstName)).toEqual(['Claire', 'Karim', 'Zoé']);
    expect(refusal(await decide(id, 'end'))).toBe('409 INCIDENT_DECIDED');
    expect(granted(await decide(id, 'confirm')).state).toBe('confirmed');
    expect(refusal(await decide(id, 'dismiss'))).toBe('409 INCIDENT_DECIDED');
    expect((await seen(claire))[0]?.state).toBe('confirmed');
    expect(granted(await decide(id, 'end')).state).toBe('ended');
    expect(refusal(await decide(id, 'end'))).toBe('409 INCIDENT_ENDED');
    const journal = granted(await nina.get<AuditPage>('/api/admin/journal'));
    expect(journal.items.slice(0, 2).map(({ action }) => action)).toEqual([
      'incident.end',
      'incident.confirm',
    ]);
  });

  it('dismisses, which keeps the tool quiet for six hours', async () => {
    const id = await proposed();
    granted(await decide(id, 'dismiss'));
    expect(await seen(claire)).toEqual([]);
    guilde.clock.advance(5 * HOUR);
    for (const author of [claire, karim, zoe]) await report(author);
    expect(await stored()).toHaveLength(1);
    guilde.clock.advance(2 * HOUR);
    for (const author of [claire, karim, zoe]) await report(author);
    expect(await stored()).toHaveLength(2);
  });

  it('is told of many in parts: each member of the stack once', async () => {
    await storeCrowd(
      guilde.deps.db,
      Array.from({ length: 501 }, (_, at) => ({ firstName: `M${at}`, payments: ['stripe' as const] })),
    );
    await uses(paul, 'stripe');
    const live = await paul.live();
    await proposed();
    await settled(live);
    expect(live.events.filter(({ type }) => type === 'incidents.changed')).toHaveLength(1);
  });
});
