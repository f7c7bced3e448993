import { randomUUID } from 'node:crypto';
import type { RightRequest } from '@guilde/contracts/contact/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { members, userRoles } from '../auth/tables.ts';
import { applyRetention } from '../platform/retention.ts';
import { contactMessages } from './tables.ts';

const ACKNOWLEDGED = 'Nous avons bien reçu votre message';

let guilde: Guilde;
let nina: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
});
afterEach(() => guilde.close());

function message(values: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    name: 'Marc Blanc',
    email: 'marc@exemple.fr',
    subject: 'Devenir membre',
    message: 'Bonjour,\n\nComment obtenir une invitation ?',
    ...values,
  };
}

const send = (client: Client, values: Record<string, unknown>) => client.post('/api/contact', values);

const stored = () => guilde.deps.db.orm.select().from(contactMessages);

async function mailsTo(email: string) {
  return (await guilde.mails()).filter(({ to }) => to === email);
}

test('a request about data waits in the queue with its legal date until it is resolved, and its writer sees it', async () => {
  const claire = await guilde.as('claire');
  const asked = message({
    email: claire.email,
    subject: 'Limitation de l’usage des données',
    right: 'restriction',
  });
  granted(await send(claire, asked));
  granted(await send(claire, asked));
  expect(refusal(await send(claire, { ...asked, right: 'access' }))).toBe('422 INVALID_INPUT');
  expect(refusal(await send(claire, message({ right: 'everything' })))).toBe('422 INVALID_INPUT');
  const own = async (client: Client) => granted(await client.get<RightRequest[]>('/api/contact/rights'));
  expect(await own(claire)).toMatchObject([{ right: 'restriction', status: 'pending', answeredAt: null }]);
  expect(await own(nina)).toEqual([]);
  const queue = async () => granted(await nina.get<QueuePage>('/api/admin/queue')).items;
  const [waiting] = await queue();
  expect(waiting).toMatchObject({
    kind: 'right',
    id: asked.id,
    title: 'Limitation de l’usage des données',
  });
  expect(waiting?.since.slice(0, 10)).toBe('2026-11-17');
  expect(waiting?.dueAt?.slice(0, 10)).toBe('2026-12-17');
  const [acknowledgement] = (await mailsTo(claire.email)).filter(({ subject }) => subject === ACKNOWLEDGED);
  expect(acknowledgement?.text).toContain('au plus tard le 17 décembre 2026');

  granted(
    await nina.post(`/api/admin/contact/${asked.id}/answers`, { id: randomUUID(), text: 'C’est fait.' }),
  );
  expect(await queue()).toHaveLength(1);
  expect((await own(claire))[0]).toMatchObject({ status: 'in_progress', answeredAt: expect.any(String) });
  granted(await nina.put(`/api/admin/contact/${asked.id}/status`, { status: 'resolved' }));
  expect(await queue()).toEqual([]);
});

test('a visitor writes: stored, mailed to the administrators who can act, acknowledged', async () => {
  const { orm } = guilde.deps.db;
  const paul = await guilde.as('paul');
  const zoe = await guilde.as('zoe');
  for (const { id } of [paul, zoe]) await orm.insert(userRoles).values({ userId: id, role: 'admin' });
  await byHand(guilde.deps, () => orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, zoe.id)));
  const written = message();
  expect(granted(await send(guilde.visitor(), written))).toEqual({ ok: true });
  expect(await stored()).toMatchObject([{ ...written, userId: null, status: 'pending' }]);
  const mails = (await guilde.mails()).filter(({ subject }) => subject === 'Contact : Devenir membre');
  expect(mails.map(({ to }) => to).sort()).toEqual([nina.email, paul.email]);
  expect(mails[0]).toMatchObject({ replyTo: 'marc@exemple.fr' });
  expect(mails[0]?.text).toContain('De\u00a0: Marc Blanc (marc@exemple.\u200bfr)');
  expect(mails[0]?.text).toContain('rien ne prouve qui elle est');
  expect(mails[0]?.text).toContain('Comment obtenir une invitation ?');
  const [acknowledgement, ...others] = await mailsTo('marc@exemple.fr');
  expect(others).toEqual([]);
  expect(acknowledgement?.subject).toBe(ACKNOWLEDGED);
  expect(acknowledgement?.text).toContain('24 heures ouvrées');
});

test('an acknowledgement carries nothing that a visitor typed', async () => {
  const written = message({
    name: 'Gagnez-1000-euros',
    subject: 'Cliquez ici',
    message: 'https://piege.exemple',
  });
  granted(await send(guilde.visitor(), written));
  const [mail] = await mailsTo('marc@exemple.fr');
  const parts = JSON.stringify(mail);
  for (const text of ['Gagnez', 'Cliquez', 'piege']) expect(parts).not.toContain(text);
});

test('a member is named by the session, and gets a copy at the account’s own address only', async () => {
  const claire = await guilde.as('claire');
  granted(await send(claire, message({ name: 'Quelqu’un', email: claire.email, subject: 'Ma boutique' })));
  granted(await send(claire, message({ name: 'Nina Roche', subject: 'Un tiers' })));
  expect(await stored()).toMatchObject([{ userId: claire.id }, { userId: claire.id }]);
  const [, second] = (await mailsTo(nina.email)).filter(({ subject }) => subject.startsWith('Contact'));
  expect(second?.text).toContain('Ce message vient d’un membre connecté\u00a0: Claire Martin (Atelier Nord)');
  const [copy] = (await mailsTo(claire.email)).filter(({ subject }) => subject === ACKNOWLEDGED);
  expect(copy?.text).toContain('Sujet\u00a0: Ma boutique');
  expect(copy?.text).toContain('Comment obtenir une invitation ?');
  expect((await mailsTo('marc@exemple.fr'))[0]?.text).not.toContain('Un tiers');
});

test('somebody whose profile is under way can write too', async () => {
  const theo = await guilde.as('theo');
  granted(await send(theo, message()));
  expect(await stored()).toMatchObject([{ userId: theo.id }]);
  const mail = (await mailsTo(nina.email)).at(-1);
  expect(mail?.text).toContain('son profil n’est pas encore complet');
});

test('sent again it is the same message, also when all sends arrive together', async () => {
  const claire = await guilde.as('claire');
  const written = message();
  const answers = await Promise.all([1, 2, 3].map(() => send(guilde.visitor(), written)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(refusal(await send(claire, written))).toBe('422 INVALID_INPUT');
  expect(await stored()).toHaveLength(1);
  expect((await mailsTo(nina.email)).filter(({ subject }) => subject.startsWith('Contact'))).toHaveLength(1);
  expect(await mailsTo('marc@exemple.fr')).toHaveLength(1);
});

test('other words under an id that has arrived are refused, never taken for the first ones', async () => {
  const written = message();
  granted(await send(guilde.visitor(), written));
  for (const change of [{ message: 'Autre chose' }, { subject: 'Autre objet' }, { email: 'b@exemple.fr' }]) {
    const refused = await send(guilde.visitor(), { ...written, ...change });
    expect(refusal(refused)).toBe('422 INVALID_INPUT');
    expect(refused.error.fields).toHaveProperty('id');
  }
  expect(await stored()).toMatchObject([written]);
});

test('a machine that fills in what nobody sees is thanked, and nothing is kept or sent', async () => {
  const before = (await guilde.mails()).length;
  expect(granted(await send(guilde.visitor(), message({ homepage: 'https://spam.exemple' })))).toEqual({
    ok: true,
  });
  expect(await stored()).toEqual([]);
  expect(await guilde.mails()).toHaveLength(before);
});

test('everything is required, within limits, and nothing becomes a header', async () => {
  const empty = await send(
    guilde.visitor(),
    message({ name: ' ', email: '', subject: '\u200b', message: '\n' }),
  );
  expect(refusal(empty)).toBe('422 INVALID_INPUT');
  expect(Object.keys(empty.error.fields).sort()).toEqual(['email', 'message', 'name', 'subject']);
  for (const [field, length] of [
    ['name', 121],
    ['subject', 151],
    ['message', 5001],
  ] as const) {
    const { error } = await send(guilde.visitor(), message({ [field]: 'x'.repeat(length) }));
    expect(error.fields[field]).toMatch(/caractères au plus/);
  }
  const injected = 'marc@exemple.fr\r\nBcc: tous@exemple.fr';
  expect((await send(guilde.visitor(), message({ email: injected }))).error.fields.email).toBeTruthy();
  granted(await send(guilde.visitor(), message({ subject: 'Objet\r\nBcc: tous@exemple.fr', name: 'A\nB' })));
  const [mail] = (await mailsTo(nina.email)).filter(({ subject }) => subject.startsWith('Contact'));
  expect(mail?.subject).toBe('Contact : Objet Bcc: tous@exemple.\u200bfr');
  expect(await stored()).toMatchObject([{ name: 'A B', status: 'pending' }]);
});

test('nobody can have a mailbox filled: two acknowledgements a day, whatever is behind the plus', async () => {
  const limited = await startGuilde({ rateLimits: true });
  try {
    const admin = await limited.as('nina');
    for (const email of ['marc@exemple.fr', 'marc+1@exemple.fr', 'MARC+2@exemple.fr', 'lea@exemple.fr'])
      granted(await send(limited.visitor(), message({ email })));
    const mails = await limited.mails();
    const acknowledged = mails.filter(({ subject }) => subject === ACKNOWLEDGED).map(({ to }) => to);
    expect(acknowledged).toEqual(['marc@exemple.fr', 'marc+1@exemple.fr', 'lea@exemple.fr']);
    expect(mails.filter(({ subject }) => subject.startsWith('Contact'))).toHaveLength(4);
    expect(mails.filter(({ to }) => to === admin.email).length).toBeGreaterThanOrEqual(4);
  } finally {
    await limited.close();
  }
});

test('ten messages an hour are enough for one address', async () => {
  const limited = await startGuilde({ rateLimits: true });
  try {
    const visitor = limited.visitor();
    for (let sent = 0; sent < 10; sent++) granted(await send(visitor, message()));
    const refused = await send(visitor, message());
    expect(refusal(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.error.params.seconds)).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});

async function behindProxy() {
  const limited = await startGuilde({ rateLimits: true, env: { TRUSTED_PROXIES: '1' } });
  await limited.as('nina');
  const writeFrom = async (address: string) => {
    const { status } = await limited.visitor().request('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(message({ email: `${randomUUID()}@exemple.fr` })),
    });
    return status;
  };
  return { limited, writeFrom };
}

test('whoever has a whole IPv6 network has one address, and the neighbour another one', async () => {
  const { limited, writeFrom } = await behindProxy();
  try {
    for (let sent = 0; sent < 10; sent++)
      expect(await writeFrom(`2001:db8:0:7:${sent}::${sent + 1}`)).toBe(200);
    expect(await writeFrom('2001:0DB8:0000:0007:ffff::1')).toBe(429);
    expect(await writeFrom('2001:db8:0:8::1')).toBe(200);
    expect(await writeFrom('::ffff:192.0.2.1')).toBe(200);
  } finally {
    await limited.close();
  }
});

test('an address that the proxy writes with its port, or in IPv6 clothes, is the same one', async () => {
  const { limited, writeFrom } = await behindProxy();
  try {
    for (let port = 4000; port < 4008; port++) expect(await writeFrom(`192.0.2.1:${port}`)).toBe(200);
    expect(await writeFrom('::ffff:192.0.2.1')).toBe(200);
    expect(await writeFrom('[::ffff:c000:201]:4008')).toBe(200);
    expect(await writeFrom('192.0.2.1')).toBe(429);
    expect(await writeFrom('192.0.2.2:4000')).toBe(200);
    for (let port = 4000; port < 4010; port++) expect(await writeFrom(`[2001:db8::1]:${port}`)).toBe(200);
    expect(await writeFrom('2001:db8::2')).toBe(429);
  } finally {
    await limited.close();
  }
});

test('a flood from everywhere is stored, and mailed to the administrators sixty times an hour', async () => {
  const { limited, writeFrom } = await behindProxy();
  try {
    for (let sent = 0; sent < 65; sent++) expect(await writeFrom(`192.0.2.${sent}`)).toBe(200);
    expect(await limited.deps.db.orm.$count(contactMessages)).toBe(65);
    const mails = (await limited.mails()).filter(({ subject }) => subject.startsWith('Contact'));
    expect(mails).toHaveLength(60);
    const nina = await limited.as('nina');
    granted(await send(nina, message()));
    const since = (await limited.mails()).filter(({ subject }) => subject.startsWith('Contact'));
    expect(since.length, 'a member’s message is mailed all the same').toBeGreaterThan(60);
  } finally {
    await limited.close();
  }
});

test('a message goes after three years', async () => {
  granted(await send(guilde.visitor(), message()));
  guilde.clock.advance(3 * 364 * 86_400_000);
  await applyRetention(guilde.deps);
  expect(await stored()).toHaveLength(1);
  guilde.clock.advance(10 * 86_400_000);
  await applyRetention(guilde.deps);
  expect(await stored()).toEqual([]);
});
