import { randomUUID } from 'node:crypto';
import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { BIO_MAX, type Profile } from '@guilde/contracts/profiles/rules.ts';
import { SOS_TITLE_MAX, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { granted, join, postSos } from './scenes.ts';

/** These turn the direction, hide, or break a line or a terminal; no screen or mail may show them. */
const TURNED = '\u202e\u2066\u200b\u00ad\ufeff\u{e0041}';
const HOSTILE = /[\p{Cc}\u200b\u00ad\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}]/u;

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterAll(() => guilde.close());

async function answersOf(client: Client): Promise<Record<string, unknown>> {
  const profile = granted(await client.get<Profile>('/api/profile'));
  const {
    firstName,
    lastName,
    storeName,
    storeUrl,
    cms,
    sector,
    monthlyOrders,
    mainChannel,
    specialties,
    bio,
  } = profile;
  return {
    firstName,
    lastName,
    storeName,
    storeUrl,
    cms,
    sector,
    monthlyOrders,
    mainChannel,
    specialties,
    bio,
  };
}

describe('signs that turn the direction or cannot be seen', () => {
  test('are in no name, title or text that others see, and in no mail', async () => {
    const answers = await answersOf(karim);
    const hostile = {
      firstName: `Ka${TURNED}rim`,
      lastName: `Da${TURNED}hmani`,
      storeName: `Épices${TURNED}`,
    };
    granted(await karim.patch('/api/profile', { ...answers, ...hostile, bio: 'Un\u202e peu\u2066 de tout' }));
    const sos = await postSos(karim, {
      title: `Compte${TURNED} Ads`,
      description: 'Depuis\u202e hier.\nMerci',
    });
    const { id: conversationId } = await join(claire, sos.id);
    const path = `/api/conversations/${conversationId}/messages`;
    const sent = granted(
      await karim.post<Message>(path, { id: randomUUID(), content: 'Voir\u202e\u0007 ici\nou\tlà' }),
    );
    granted(await karim.post('/api/invitations', { vouched: true, email: 'invitee@exemple.fr' }));
    const seen = [
      granted(await claire.get<object>(`/api/members/${karim.id}`)),
      granted(await claire.get<SosDetail>(`/api/sos/${sos.id}`)),
      granted(await claire.get<object>(`/api/conversations/${conversationId}`)),
    ];
    const texts: string[] = [];
    JSON.stringify(seen, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
    expect(texts).toContain('Karim');
    expect(texts.filter((text) => HOSTILE.test(text.replace(/[\n\t]/g, ' ')))).toEqual([]);
    expect(JSON.stringify(sent)).toContain('Voir ici\\nou\\tlà');
    const [mail] = (await guilde.mails()).filter(({ to }) => to === 'invitee@exemple.fr');
    expect(mail?.subject).toMatch(/^Karim /);
    expect([mail?.subject, mail?.text, mail?.html].join('').replace(/[\n\r\t]/g, ' ')).not.toMatch(HOSTILE);
    granted(await karim.patch('/api/profile', answers));
  });
});

describe('a text at its limit counts as the form counts it, in UTF-16 units', () => {
  test.each([
    ['letters', 'x', 1],
    ['emoji', '👍', 2],
    ['letters with an accent of their own', 'x\u0301', 2],
    ['families', '👩‍👩‍👧', 8],
  ])('%s', async (_, sign, units) => {
    expect(sign).toHaveLength(units);
    const full = (max: number) => sign.repeat(Math.floor(max / units)).padEnd(max, 'x');
    const answers = await answersOf(claire);
    granted(await claire.patch('/api/profile', { ...answers, bio: full(BIO_MAX) }));
    expect(granted(await claire.get<Profile>('/api/profile')).bio).toBe(full(BIO_MAX));
    const bio = await claire.patch('/api/profile', { ...answers, bio: `${full(BIO_MAX)}x` });
    expect([bio.status, bio.error.fields.bio]).toEqual([422, 'Écris 600 caractères au plus.']);
    const sos = await postSos(claire, { title: full(SOS_TITLE_MAX), description: full(2000) });
    const { id } = await join(karim, sos.id);
    const path = `/api/conversations/${id}/messages`;
    granted(await claire.post(path, { id: randomUUID(), content: full(4000) }));
    const message = await claire.post(path, { id: randomUUID(), content: `${full(4000)}x` });
    expect(message.status).toBe(422);
    expect(Object.keys(message.error.fields)).toEqual(['content']);
    granted(await claire.post(`/api/sos/${sos.id}/close`));
  });
});

describe('a shop’s address', () => {
  test.each([
    'https:///good.fr@evil.com',
    'https://good.fr@evil.com',
    'https://p\u0430ypal.com',
    'https://boutique.fr/\u202egpj.exe',
    'https://127.0.0.1/',
    'https://intranet',
    'javascript://boutique.fr/%0aalert(1)',
  ])('is not %j', async (storeUrl) => {
    const answers = await answersOf(claire);
    const { status, error } = await claire.patch('/api/profile', { ...answers, storeUrl });
    expect([status, error.fields]).toEqual([422, { storeUrl: 'Cette adresse web n’est pas valable.' }]);
    const step = { step: 2, values: { storeName: 'Atelier Nord', storeUrl } };
    expect((await claire.put('/api/profile/step', step)).status).toBe(422);
    expect(await answersOf(claire)).toEqual(answers);
  });
});
