import { randomUUID } from 'node:crypto';
import { FILE_PART_BYTES } from '@guilde/contracts/files/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { elsewhere, type Installation, type Instance, startInstallation } from './instances.ts';
import { granted, openChat, postSos } from './scenes.ts';
import { announce, longText, sendPart, uploaded } from './uploads.ts';

let installation: Installation;
let other: Instance;

beforeAll(async () => {
  installation = await startInstallation();
  other = await installation.startAnother();
});
afterAll(() => installation.close());

it('an upload that was cut goes on at another instance; sent at a third look, it is seen at all', async () => {
  const [claire, outsider] = [await installation.guilde.as('claire'), await installation.guilde.as('hugo')];
  const karim = elsewhere(await installation.guilde.as('karim'), other);
  const claireElsewhere = elsewhere(claire, other);
  const { conversation } = await openChat(claire, karim);
  const place = `/api/conversations/${conversation.id}`;
  const bytes = longText(FILE_PART_BYTES + 9);
  const id = randomUUID();
  granted(await announce(claire, `${place}/files`, { id, name: 'export.txt', bytes }));
  expect((await sendPart(claire, id, bytes, 0)).body.received).toBe(1);
  // The instance is gone, so the client asks the other one how far it is, and goes on.
  const again = granted(await announce(claireElsewhere, `${place}/files`, { id, name: 'export.txt', bytes }));
  expect(again).toMatchObject({ received: 1, parts: 2 });
  expect((await sendPart(claireElsewhere, id, bytes, 1)).body.file).toMatchObject({ id });
  const live = await karim.live();
  const text = { id: randomUUID(), content: '', files: [id] };
  granted(await claire.post(`${place}/messages`, text));
  expect((await live.next('message.created')).message.files).toMatchObject([{ id, name: 'export.txt' }]);
  live.close();
  for (const person of [claire, claireElsewhere, karim]) {
    const answer = await person.request(`${place}/files/${id}/full`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
  for (const stranger of [outsider, elsewhere(outsider, other)])
    expect((await stranger.get(`${place}/files/${id}/full`)).status).toBe(404);

  const picture = await uploaded(claireElsewhere, '/api/sos/files');
  const sos = await postSos(claire, { files: [picture.id] });
  for (const member of [outsider, elsewhere(outsider, other)])
    expect((await member.get(`/api/sos/${sos.id}/files/${picture.id}/full`)).status).toBe(200);
});
