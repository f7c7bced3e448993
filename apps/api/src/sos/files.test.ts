import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join as pathOf } from 'node:path';
import { type FileRef, UNUSED_FILE_HOURS } from '@guilde/contracts/files/rules.ts';
import type { SosDetail, SosPage } from '@guilde/contracts/sos/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, join, openChat, postSos, REMOVAL, refusal, sosInput } from '../../test/scenes.ts';
import { longText, uploaded } from '../../test/uploads.ts';
import { applyRetention } from '../platform/retention.ts';

const PLACE = '/api/sos/files';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  [nina, claire, karim] = [await guilde.as('nina'), await guilde.as('claire'), await guilde.as('karim')];
});
afterAll(() => guilde.close());

const idsOf = (files: readonly FileRef[]) => files.map(({ id }) => id);
const post = (client: Client, files: readonly FileRef[], values: Record<string, unknown> = {}) =>
  client.post<SosDetail>('/api/sos', sosInput({ files: idsOf(files), ...values }));
const read = async (client: Client, id: string) => granted(await client.get<SosDetail>(`/api/sos/${id}`));

async function aDayLater(): Promise<void> {
  guilde.clock.advance(UNUSED_FILE_HOURS * 3_600_000 + 1);
  await applyRetention(guilde.deps);
}

async function storedFiles(): Promise<number> {
  await guilde.deps.jobs.drain();
  const folder = pathOf(guilde.deps.config.dataDir, 'files', 'shared');
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
}

it('an SOS has its files in order, for every member, and its card their number', async () => {
  const live = await karim.live();
  const picture = await uploaded(claire, PLACE);
  const table = await uploaded(claire, PLACE, { name: 'ventes.csv', bytes: longText(700) });
  const id = randomUUID();
  const sos = granted(await post(claire, [table, picture], { id }));
  expect(sos).toMatchObject({ filesCount: 2, files: [table, picture] });
  expect((await live.next('sos.created')).sos).toMatchObject({ filesCount: 2 });
  live.close();
  expect(granted(await post(claire, [], { id })).files).toEqual([table, picture]);
  expect((await read(karim, id)).files).toEqual([table, picture]);
  const [card] = granted(await karim.get<SosPage>('/api/sos')).items;
  expect(card).toMatchObject({ id, filesCount: 2 });
  expect(card).not.toHaveProperty('files');
  expect(granted(await nina.get<SosDetail>(`/api/admin/sos/${id}`)).files).toEqual([table, picture]);

  const address = `/api/sos/${id}/files/${picture.id}`;
  const shown = await karim.request(`${address}/preview`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(shown.headers.get('cache-control')).toBe('private, no-cache, no-transform');
  const csv = await karim.request(`/api/sos/${id}/files/${table.id}/full`);
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="ventes.csv"/);
  const [another, { conversation }] = [await postSos(claire), await openChat(claire, karim)];
  expect((await guilde.visitor().get(`${address}/full`)).status).toBe(401);
  for (const elsewhere of [
    address.replace(id, another.id),
    address.replace(`sos/${id}`, `conversations/${conversation.id}`),
    address.replace(picture.id, (await uploaded(claire, PLACE)).id),
  ])
    expect((await claire.get(`${elsewhere}/full`)).status).toBe(404);
});

it('an SOS and its files are stored together or not at all', async () => {
  const own = await uploaded(claire, PLACE);
  const { conversation } = await openChat(claire, karim);
  const others = await uploaded(karim, PLACE);
  const foreign = await uploaded(claire, `/api/conversations/${conversation.id}/files`);
  const used = await uploaded(claire, PLACE);
  granted(await post(claire, [used]));
  for (const wrong of [others, foreign, used, { ...own, id: randomUUID() }]) {
    const id = randomUUID();
    expect(refusal(await post(claire, [own, wrong], { id }))).toBe('410 FILES_GONE');
    expect((await claire.get(`/api/sos/${id}`)).status).toBe(404);
  }
  expect(refusal(await post(claire, [own, own]))).toBe('422 INVALID_INPUT');
  const five = [own];
  while (five.length < 5) five.push(await uploaded(claire, PLACE));
  expect(refusal(await post(claire, five))).toBe('422 INVALID_INPUT');
  granted(await post(claire, five.slice(0, 4)));
});

it('a correction adds, reorders and takes away; the bytes go with it, and an ended SOS keeps its own', async () => {
  const first = await uploaded(claire, PLACE);
  const second = await uploaded(claire, PLACE);
  const sos = granted(await post(claire, [first, second]));
  const text = { title: sos.title, description: sos.description };
  const correct = (client: Client, files?: readonly FileRef[]) =>
    client.put<SosDetail>(`/api/sos/${sos.id}`, { ...text, ...(files && { files: idsOf(files) }) });
  const third = await uploaded(claire, PLACE);
  const before = await storedFiles();
  const live = await karim.live();
  const corrected = granted(await correct(claire, [third, first]));
  expect(corrected).toMatchObject({ files: [third, first], correctedAt: expect.any(String) });
  expect((await live.next('sos.updated')).sos).toMatchObject({ filesCount: 2 });
  live.close();
  expect(await storedFiles()).toBe(before - 2);
  expect((await karim.get(`/api/sos/${sos.id}/files/${second.id}/full`)).status).toBe(404);
  expect(granted(await correct(claire))).toEqual(corrected);
  const others = await uploaded(karim, PLACE);
  expect(refusal(await correct(claire, [third, others]))).toBe('410 FILES_GONE');
  expect((await read(claire, sos.id)).files).toEqual([third, first]);
  expect(refusal(await correct(karim, [others]))).toBe('403 SOS_NOT_YOURS');
  expect(granted(await correct(claire, [])).files).toEqual([]);
  expect(await storedFiles()).toBe(before - 4);
  granted(await claire.post(`/api/sos/${sos.id}/close`));
  expect(refusal(await correct(claire, [await uploaded(claire, PLACE)]))).toBe('409 SOS_ENDED');
});

it('the bytes go with the SOS, with the account unless somebody has answered, and unused after a day', async () => {
  await aDayLater();
  const before = await storedFiles();
  const removed = granted(await post(claire, [await uploaded(claire, PLACE)]));
  granted(await nina.post(`/api/admin/sos/${removed.id}/delete`, REMOVAL));
  expect(await storedFiles()).toBe(before);

  const zoe = await guilde.as('zoe');
  const alone = granted(await post(zoe, [await uploaded(zoe, PLACE)]));
  const kept = await uploaded(zoe, PLACE);
  const answered = granted(await post(zoe, [kept]));
  await join(karim, answered.id);
  await uploaded(zoe, PLACE);
  granted(await zoe.post('/api/account/delete', { password: PASSWORD }));
  expect(await storedFiles()).toBe(before + 2);
  expect((await karim.get(`/api/sos/${alone.id}`)).status).toBe(404);
  expect(await read(karim, answered.id)).toMatchObject({ author: null, files: [kept] });
  expect((await karim.get(`/api/sos/${answered.id}/files/${kept.id}/full`)).status).toBe(200);

  await uploaded(claire, PLACE);
  await aDayLater();
  expect(await storedFiles()).toBe(before + 2);
});
