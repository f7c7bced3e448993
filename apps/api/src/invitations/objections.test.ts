import type { Invitation, Invitations } from '@guilde/contracts/invitations/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { replayErasures } from '../account/replay.ts';
import { invitationObjections, invitations } from './tables.ts';

const EMAIL = 'sans-invitation@exemple.fr';

let guilde: Guilde;
let nina: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
});
afterEach(() => guilde.close());

const invite = (email = EMAIL) => nina.post<Invitation>('/api/invitations', { vouched: true, email });
const left = async () => granted(await nina.get<Invitations>('/api/invitations')).left;

async function objectionIn(email = EMAIL) {
  const mail = (await guilde.mails()).findLast(({ to }) => to === email);
  const address = /<https?:\/\/[^/]+(\/[^>]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  return { mail, address };
}

it('one click in the invitation mail refuses invitations for good, and the same link allows them again', async () => {
  const before = await left();
  granted(await invite());
  const { mail, address } = await objectionIn();
  expect(mail?.text).toContain('Nina Roche, nous a donné ton adresse');
  expect(mail?.text).toContain('/objection#token=');
  expect(mail?.text).toContain('/privacy');
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const shown = await guilde.visitor().request(address, { redirect: 'manual' });
  expect([shown.status, shown.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/objection#token='),
  ]);
  expect(await left()).toBe(before - 1);

  const live = await nina.live();
  const click = {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  };
  for (const _ of ['first', 'again'])
    expect((await guilde.visitor().request(address, click)).status).toBe(200);
  await live.next('invitations.changed');
  expect(await left()).toBe(before);
  expect(JSON.stringify(await guilde.deps.db.orm.select().from(invitations))).not.toContain(EMAIL);
  expect(JSON.stringify(await guilde.deps.db.orm.select().from(invitationObjections))).not.toContain(EMAIL);
  expect(refusal(await invite())).toBe('409 INVITEE_OBJECTED');
  expect(refusal(await invite(EMAIL.toUpperCase()))).toBe('409 INVITEE_OBJECTED');
  granted(await invite('quelqu-un@exemple.fr'));

  granted(await guilde.visitor().delete(address));
  granted(await invite());
});

it('stays withdrawn when the server starts again, which reads the list of erasures', async () => {
  granted(await invite());
  const { address } = await objectionIn();
  granted(await guilde.visitor().post(address));
  await replayErasures(guilde.deps);
  expect(refusal(await invite())).toBe('409 INVITEE_OBJECTED');
  granted(await guilde.visitor().delete(address));
  await replayErasures(guilde.deps);
  granted(await invite());
});

it('holds for the mailbox, whatever stands behind a « + », and takes all invitations to it back', async () => {
  const before = await left();
  const suffixed = EMAIL.replace('@', '+boutique@');
  granted(await invite(suffixed));
  granted(await invite());
  const { address } = await objectionIn(suffixed);
  granted(await guilde.visitor().post(address));
  expect(await left()).toBe(before);
  for (const one of [EMAIL, suffixed, EMAIL.replace('@', '+autre@')])
    expect(refusal(await invite(one)), one).toBe('409 INVITEE_OBJECTED');
});

it('a forged link changes nothing', async () => {
  granted(await invite());
  const { address } = await objectionIn();
  const forged = `${address.slice(0, -6)}AAAAAA`;
  expect(refusal(await guilde.visitor().post(forged))).toBe('404 OBJECTION_INVALID');
  expect(refusal(await guilde.visitor().delete(forged))).toBe('404 OBJECTION_INVALID');
  expect(refusal(await invite())).toBe('409 INVITATION_PENDING');
});
