import { randomUUID } from 'node:crypto';
import type { SosDetail, SosPage } from '@guilde/contracts/sos/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, postSos, refusal } from '../../test/scenes.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterAll(() => guilde.close());

const found = async (q: string) =>
  granted(await karim.get<SosPage>(`/api/sos?q=${q}`)).items.map(({ title }) => title);

it('the author of an open SOS corrects its text, which is marked, found, and the title of its chat', async () => {
  const { sos, conversation } = await openChat(claire, karim);
  expect(sos).toMatchObject({ correctedAt: null, additions: [] });
  const live = await karim.live();
  const text = { title: 'Compte Merchant suspendu', description: 'Depuis ce matin.' };
  const correct = (client: Client, input: object = text) =>
    client.put<SosDetail>(`/api/sos/${sos.id}`, input);
  const corrected = granted(await correct(claire));
  expect(corrected).toMatchObject({ ...text, correctedAt: expect.any(String) });
  expect(granted(await correct(claire))).toEqual(corrected);
  expect((await live.next('conversation.updated')).conversation).toMatchObject({
    id: conversation.id,
    title: text.title,
  });
  expect((await live.next('sos.updated')).sos).not.toHaveProperty('additions');
  live.close();
  expect(await found('merchant')).toEqual([text.title]);
  expect(refusal(await correct(karim))).toBe('403 SOS_NOT_YOURS');
  expect(refusal(await correct(claire, { ...text, title: '' }))).toBe('422 INVALID_INPUT');
  granted(await claire.post(`/api/sos/${sos.id}/close`));
  expect(refusal(await correct(claire, { ...text, title: 'Trop tard' }))).toBe('409 SOS_ENDED');
});

it('adds up to five « Précisions » below the description, each once', async () => {
  const { id } = await postSos(claire);
  const add = (client: Client, input: { id: string; content: string }) =>
    client.post<SosDetail>(`/api/sos/${id}/additions`, input);
  const first = { id: randomUUID(), content: 'Le pixel est muet' };
  granted(await add(claire, first));
  expect(granted(await add(claire, first)).additions).toMatchObject([first]);
  expect(refusal(await add(karim, { ...first, id: randomUUID() }))).toBe('403 SOS_NOT_YOURS');
  for (let count = 2; count <= 5; count++)
    granted(await add(claire, { id: randomUUID(), content: `${count}` }));
  expect(refusal(await add(claire, { id: randomUUID(), content: '6' }))).toBe('409 SOS_ADDITIONS_EXHAUSTED');
  const seen = granted(await karim.get<SosDetail>(`/api/sos/${id}`));
  expect(seen.additions.map(({ content }) => content)).toEqual(['Le pixel est muet', '2', '3', '4', '5']);
  expect(await found('pixel')).toEqual([seen.title]);
  expect(refusal(await add(claire, { id: randomUUID(), content: ' ' }))).toBe('422 INVALID_INPUT');
});
