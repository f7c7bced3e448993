import { randomUUID } from 'node:crypto';
import type { AccessLink, AccessOffer, AccessRequest } from '@guilde/contracts/access/rules.ts';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { SponsoredPage } from '@guilde/contracts/home/rules.ts';
import type { InvitationOffer, Invitations } from '@guilde/contracts/invitations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { PASSWORD, PEOPLE, type PersonName, shopOf, sirenOf } from '../../../test/people.ts';
import { completeProfile } from '../../../test/profile-answers.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { linkIn } from '../../../test/sign-up.ts';
import { eraseMember } from '../../account/deletion.ts';
import { applyRetention } from '../../platform/retention.ts';
import { objectionLink } from '../objections.ts';
import { invitations } from '../tables.ts';
import { accessLinks, accessRequests } from './tables.ts';

const LINKS = '/api/admin/access/links';
const REQUESTS = '/api/admin/access/requests';
const MARC = 'marc@exemple.fr';
const DAY_MS = 86_400_000;

let guilde: Guilde;
let nina: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire'] });
  nina = await guilde.as('nina');
});
afterEach(() => guilde.close());

const day = (days: number) => new Date(guilde.clock.now() + days * DAY_MS).toISOString().slice(0, 10);

const listed = async () => granted(await nina.get<AccessLink[]>(LINKS));

async function linked(values: object = {}, maker = nina): Promise<{ id: string; code: string }> {
  const id = randomUUID();
  const link = { id, groupName: 'Marchands de Lyon', endsOn: day(30), usesMax: 50, ...values };
  granted(await maker.post(LINKS, link));
  const url = (await listed()).find((one) => one.id === id)?.url ?? '';
  return { id, code: url.split('/').at(-1) ?? '' };
}

function request(values: object = {}) {
  return {
    firstName: 'Marc',
    lastName: 'Petit',
    email: MARC,
    siren: sirenOf(MARC),
    storeUrl: 'petit-velo.exemple',
    ...values,
  };
}

const ask = (code: string, values: object = {}, client = guilde.visitor()) =>
  client.post(`/api/invitations/access/${code}`, request(values));

const waiting = async () =>
  granted(await nina.get<QueuePage>('/api/admin/queue?kind=access')).items.map(({ id }) => id);

async function asked(code: string, values: object = {}): Promise<string> {
  granted(await ask(code, values));
  return (await waiting()).at(-1) ?? '';
}

async function administrator(name: PersonName): Promise<Client> {
  const member = await withSecondFactor(guilde, await guilde.as(name));
  granted(await nina.put(`/api/admin/users/${member.id}/role`, { role: 'admin' }));
  return member;
}

const mailsTo = async (email: string) => (await guilde.mails()).filter(({ to }) => to === email);

describe('an access link', () => {
  it('shows its group to whoever has it, and is listed and journalled', async () => {
    const { id, code } = await linked();
    const offer = await guilde.visitor().get<AccessOffer>(`/api/invitations/access/${code}`);
    expect(granted(offer)).toEqual({ groupName: 'Marchands de Lyon' });
    expect((await listed())[0]).toMatchObject({ id, state: 'open', waiting: 0, accepted: 0, usesMax: 50 });
    const journal = granted(
      await nina.get<{ items: object[] }>('/api/admin/journal?action=access-link.create'),
    );
    expect(journal.items).toMatchObject([{ subjectId: id, subjectLabel: 'Marchands de Lyon' }]);
  });

  it('sent twice is made once, and needs a day to come and a number of uses', async () => {
    const link = { id: randomUUID(), groupName: 'Lyon', endsOn: day(30), usesMax: 50 };
    for (let count = 0; count < 2; count++) granted(await nina.post(LINKS, link));
    expect(await listed()).toHaveLength(1);
    const fieldOf = async (values: object) =>
      Object.keys((await nina.post(LINKS, { ...link, id: randomUUID(), ...values })).error.fields);
    for (const endsOn of [day(-1), day(200), 'demain', '2026-02-31x'])
      expect([endsOn, await fieldOf({ endsOn })]).toEqual([endsOn, ['endsOn']]);
    for (const usesMax of [0, 2001, 1.5]) expect(await fieldOf({ usesMax })).toEqual(['usesMax']);
    expect(await fieldOf({ groupName: 'Voir https://x.fr' })).toEqual(['groupName']);
  });

  it('says in one sentence that it is unknown, over, full or closed', async () => {
    const codeOf = async (code: string) => {
      const looked = refusal(await guilde.visitor().get(`/api/invitations/access/${code}`));
      expect(refusal(await ask(code, { email: 'autre@exemple.fr' }))).toBe(looked);
      return looked;
    };
    expect(await codeOf('a'.repeat(16))).toBe('404 ACCESS_LINK_UNKNOWN');
    const { code: full } = await linked({ usesMax: 1 });
    const requestId = await asked(full);
    expect(await codeOf(full)).toBe('410 ACCESS_LINK_FULL');
    granted(await nina.post(`${REQUESTS}/${requestId}/refuse`));
    expect((await listed())[0]).toMatchObject({ state: 'open', refused: 1 });
    const closed = await linked();
    granted(await nina.post(`${LINKS}/${closed.id}/revoke`));
    expect(await codeOf(closed.code)).toBe('410 ACCESS_LINK_REVOKED');
    expect(refusal(await nina.post(`${LINKS}/${closed.id}/revoke`))).toBe('404 NOT_FOUND');
    const { code: ended } = await linked({ endsOn: day(1) });
    guilde.clock.advance(2 * DAY_MS);
    expect(await codeOf(ended)).toBe('410 ACCESS_LINK_ENDED');
  });

  it('gives no more uses than it has, however many ask at once', async () => {
    const { code } = await linked({ usesMax: 3 });
    const emails = Array.from({ length: 8 }, (_, index) => `m${index}@exemple.fr`);
    const answers = await Promise.all(emails.map((email) => ask(code, { email })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(answers.map(refusal))).toEqual(new Set(['200 ', '410 ACCESS_LINK_FULL']));
    const [first = ''] = await waiting();
    granted(await nina.post(`${REQUESTS}/${first}/accept`));
    expect(refusal(await ask(code, { email: 'encore@exemple.fr' }))).toBe('410 ACCESS_LINK_FULL');
    expect((await listed())[0]).toMatchObject({ state: 'full', waiting: 2, accepted: 1 });
  });

  it('closes with the account of who made it', async () => {
    const claire = await administrator('claire');
    const { code } = await linked({}, claire);
    await guilde.deps.db.write((tx) => eraseMember(tx, guilde.deps, claire.id));
    expect(refusal(await ask(code))).toBe('410 ACCESS_LINK_REVOKED');
    expect((await listed())[0]).toMatchObject({ state: 'revoked', maker: null });
  });
});

describe('a request for access', () => {
  it('waits once for each address and link, and its answer never says who is known', async () => {
    const { code } = await linked();
    const claire = await guilde.as('claire');
    const answers: string[] = [];
    for (const email of [MARC, ' MARC@exemple.fr', claire.email, nina.email])
      answers.push(JSON.stringify((await ask(code, { email })).body));
    expect(new Set(answers)).toEqual(new Set(['{"ok":true}']));
    expect(await waiting()).toHaveLength(3);
    granted(await ask((await linked()).code));
    expect(await waiting()).toHaveLength(4);
    expect(await mailsTo(MARC)).toEqual([]);
  });

  it('by a machine that fills in what nobody sees is thanked and not kept', async () => {
    const { code } = await linked();
    expect(granted(await ask(code, { homepage: 'https://spam.exemple' }))).toEqual({ ok: true });
    expect(await waiting()).toEqual([]);
  });

  it('is for visitors, people without a profile and members alike; its wrong fields are named', async () => {
    const { code } = await linked();
    for (const client of [guilde.visitor(), await guilde.as('claire'), nina])
      granted(await ask(code, { email: `${randomUUID()}@exemple.fr` }, client));
    const { error } = await ask(code, { firstName: ' ', email: 'x', siren: '1', storeUrl: 'localhost' });
    expect(Object.keys(error.fields).sort()).toEqual(['email', 'firstName', 'siren', 'storeUrl']);
  });

  it('accepted sends an ordinary invitation, by which one signs up, and takes no place', async () => {
    const claire = await administrator('claire');
    const { code } = await linked({}, claire);
    const left = async () => granted(await claire.get<Invitations>('/api/invitations'));
    const before = await left();
    const requestId = await asked(code);
    const shown = granted(await nina.get<AccessRequest>(`${REQUESTS}/${requestId}`));
    expect(shown).toMatchObject({ ...request({ storeUrl: 'https://petit-velo.exemple' }), state: 'waiting' });
    const decided = granted(await nina.post<AccessRequest>(`${REQUESTS}/${requestId}/accept`));
    expect(decided).toMatchObject({ state: 'accepted', email: null });
    expect(await waiting()).toEqual([]);
    const [mail, ...others] = await mailsTo(MARC);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Claire Martin t’invite sur Guilde');
    expect(mail?.text).toContain('saisie dans une demande d’accès');
    expect(await left()).toEqual(before);
    const [stored] = await guilde.deps.db.orm.select().from(invitations).where(eq(invitations.email, MARC));
    expect((stored?.expiresAt ?? 0) - (stored?.createdAt ?? 0)).toBe(7 * DAY_MS);
    const secrets = secretsIn(await linkIn(guilde, MARC));
    const marc = guilde.visitor();
    granted(
      await marc.post('/api/auth/sign-up', { ...secrets, email: MARC, password: PASSWORD, ...shopOf(MARC) }),
    );
    expect(await left()).toEqual(before);
    expect((await listed())[0]).toMatchObject({ waiting: 0, accepted: 1, joined: 1 });
    const journal = granted(
      await nina.get<{ items: object[] }>('/api/admin/journal?action=access-request.accept'),
    );
    expect(journal.items).toMatchObject([{ subjectId: requestId, subjectLabel: 'Marchands de Lyon' }]);
    expect(JSON.stringify(journal)).not.toContain('marc');
  });

  it('is proposed to its writer once accepted, and forgotten with the complete profile', async () => {
    const requestId = await asked((await linked()).code);
    granted(await nina.post(`${REQUESTS}/${requestId}/accept`));
    const secrets = secretsIn(await linkIn(guilde, MARC));
    const marc = guilde.visitor();
    const offer = granted(await marc.post<InvitationOffer>('/api/invitations/lookup', secrets));
    expect(offer.storeUrl).toBe('https://petit-velo.exemple');
    granted(
      await marc.post('/api/auth/sign-up', { ...secrets, email: MARC, password: PASSWORD, ...shopOf(MARC) }),
    );
    const known = async () => granted(await marc.get<Account>('/api/auth/account')).known;
    expect(await known()).toMatchObject({ firstName: 'Marc', lastName: 'Petit', storeName: '', cms: '' });
    const sponsored = granted(await nina.get<SponsoredPage>('/api/invitations/sponsored'));
    expect(sponsored.items).toMatchObject([{ email: 'm…@exemple.fr' }, {}]);
    await completeProfile(marc, PEOPLE.zoe);
    expect(await known()).toBeNull();
    const [stored] = await guilde.deps.db.orm.select().from(invitations).where(eq(invitations.email, MARC));
    expect(stored?.known).toBeNull();
  });

  it('is marked when a list of the team has the name without an address', async () => {
    const rows = [
      { line: 1, email: '', firstName: 'PETIT', lastName: 'marc', storeName: 'Petit Vélo' },
      { line: 2, email: 'lea@exemple.fr' },
    ];
    const list = { title: 'Ancien groupe', message: 'Bonjour.', vouched: true, rows };
    granted(await nina.put('/api/admin/invitations/batches', list));
    const { code } = await linked();
    const ids = [await asked(code), await asked(code, { email: 'zoe@exemple.fr', firstName: 'Zoé' })];
    const shown: (string | null)[] = [];
    for (const id of ids) shown.push(granted(await nina.get<AccessRequest>(`${REQUESTS}/${id}`)).list);
    expect(shown).toEqual(['Ancien groupe', null]);
    const { items } = granted(await nina.get<QueuePage>('/api/admin/queue?kind=access'));
    expect(items.map(({ note }) => note)).toEqual([
      'Marchands de Lyon, sur une liste de l’équipe',
      'Marchands de Lyon',
    ]);
  });

  it('refused is answered by a kind mail, and its address is erased at once', async () => {
    const { code } = await linked();
    const requestId = await asked(code);
    granted(await nina.post(`${REQUESTS}/${requestId}/refuse`));
    const [mail, ...others] = await mailsTo(MARC);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Ta demande d’accès à Guilde');
    expect(mail?.text).not.toContain('Lyon');
    const rows = await guilde.deps.db.orm.select().from(accessRequests);
    expect(rows).toMatchObject([{ status: 'refused', email: null }]);
    expect(await guilde.deps.db.orm.$count(invitations, eq(invitations.email, MARC))).toBe(0);
    granted(await ask(code));
    expect(await waiting()).toHaveLength(1);
  });

  it('is decided once, whoever decides at the same time', async () => {
    const claire = await administrator('claire');
    const { code } = await linked();
    const requestId = await asked(code);
    const answers = await Promise.all([
      nina.post(`${REQUESTS}/${requestId}/accept`),
      claire.post(`${REQUESTS}/${requestId}/refuse`),
      nina.post(`${REQUESTS}/${requestId}/accept`),
    ]);
    expect(answers.map(refusal).sort()).toEqual([
      '200 ',
      '409 ACCESS_REQUEST_DECIDED',
      '409 ACCESS_REQUEST_DECIDED',
    ]);
    expect(await mailsTo(MARC)).toHaveLength(1);
  });

  it('of a member, of somebody invited or of who objected stays open, and can be refused', async () => {
    const { code } = await linked();
    const claire = await guilde.as('claire');
    const requestId = await asked(code, { email: claire.email });
    expect(refusal(await nina.post(`${REQUESTS}/${requestId}/accept`))).toBe('409 INVITEE_IS_MEMBER');
    expect(await waiting()).toEqual([requestId]);
    granted(await nina.post(`${REQUESTS}/${requestId}/refuse`));
    granted(await nina.post('/api/invitations', { email: MARC, vouched: true }));
    const second = await asked(code);
    expect(refusal(await nina.post(`${REQUESTS}/${second}/accept`))).toBe('409 INVITATION_PENDING');
    const objector = 'jamais@exemple.fr';
    const { hash } = new URL(objectionLink(guilde.deps, objector).url);
    granted(await guilde.visitor().post(`/api/invitations/objection?${hash.slice(1)}`));
    const third = await asked(code, { email: objector });
    expect(refusal(await nina.post(`${REQUESTS}/${third}/accept`))).toBe('409 INVITEE_OBJECTED');
    expect(await waiting()).toEqual([second, third]);
  });

  it('is sponsored by who accepts, once who made the link may not invite', async () => {
    const claire = await administrator('claire');
    const { code } = await linked({}, claire);
    const requestId = await asked(code);
    granted(await nina.post(`/api/admin/users/${claire.id}/suspend`, { reason: 'Essai', rule: 'misuse' }));
    granted(await nina.post(`${REQUESTS}/${requestId}/accept`));
    expect((await mailsTo(MARC))[0]?.subject).toBe('Nina Roche t’invite sur Guilde');
  });

  it('goes 30 days after the decision, and 60 after it was sent without one', async () => {
    const { code } = await linked({ endsOn: day(100) });
    await asked(code);
    const [decided] = await waiting();
    granted(await nina.post(`${REQUESTS}/${decided}/refuse`));
    await asked(code, { email: 'lea@exemple.fr' });
    const left = async (days: number) => {
      guilde.clock.advance(days * DAY_MS);
      await applyRetention(guilde.deps);
      return guilde.deps.db.orm.$count(accessRequests);
    };
    expect(await left(29)).toBe(2);
    expect(await left(2)).toBe(1);
    expect(await left(28)).toBe(1);
    expect(await left(2)).toBe(0);
    expect(await guilde.deps.db.orm.select().from(accessLinks)).toMatchObject([{ refused: 1 }]);
  });
});

it('five requests an hour come from one network', async () => {
  const limited = await startGuilde({ cast: ['nina'], rateLimits: true });
  const maker = await limited.as('nina');
  const link = { id: randomUUID(), groupName: 'Lyon', endsOn: day(3), usesMax: 50 };
  granted(await maker.post(LINKS, link));
  const code =
    granted(await maker.get<AccessLink[]>(LINKS))[0]
      ?.url.split('/')
      .at(-1) ?? '';
  const send = (email: string) => ask(code, { email }, limited.visitor());
  for (let count = 0; count < 5; count++) granted(await send(`m${count}@exemple.fr`));
  expect(refusal(await send('m5@exemple.fr'))).toBe('429 RATE_LIMITED');
  await limited.close();
});
