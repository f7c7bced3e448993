import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { Evidence } from '@guilde/contracts/evidence/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';

const NO_ERROR = { code: '', message: '', params: {}, fields: {} };
const DAY = 86_400_000;
const PDF = new TextEncoder().encode('%PDF-1.7\nExtrait Kbis');
const REASON = { reason: 'Ta boutique ne répond plus.' };

let guilde: Guilde;
let nina: Client;
let claire: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
});
afterAll(() => guilde.close());

async function send(client: Client, content: Uint8Array<ArrayBuffer>, name: string) {
  const path = `/api/evidence/file?name=${encodeURIComponent(name)}`;
  const answer = await client.request(path, { method: 'PUT', body: content });
  const body = (await answer.json()) as { error?: Answer<Evidence>['error'] };
  return {
    status: answer.status,
    headers: answer.headers,
    body: body as unknown as Evidence,
    error: body.error ?? NO_ERROR,
  };
}

const ask = (member: Client) => nina.post(`/api/admin/users/${member.id}/evidence`, REASON);

async function waiting() {
  const { items } = granted(await nina.get<QueuePage>('/api/admin/queue?kind=evidence'));
  return items.map(({ id, note }) => [id, note]);
}

async function storedEvidence(): Promise<string[]> {
  await guilde.deps.jobs.drain();
  return Array.fromAsync(guilde.deps.storage.list('evidence'));
}

const toProve = async (client: Client) => granted(await client.get<Account>('/api/auth/account')).toProve;

it('is asked for with a reason, sent, seen by the team, and erased when it is accepted', async () => {
  expect(refusal(await send(claire, PDF, 'kbis.pdf'))).toBe('409 EVIDENCE_NOT_ASKED');
  const live = await claire.live();
  granted(await ask(claire));
  await live.next('account.changed');
  live.close();
  expect(refusal(await ask(claire))).toBe('409 EVIDENCE_ASKED');
  expect(refusal(await nina.post(`/api/admin/users/${nina.id}/evidence`, REASON))).toBe('409 ACT_ON_SELF');
  const mail = (await guilde.mails()).find(
    ({ subject }) => subject === 'L’équipe vous demande un justificatif',
  );
  expect(mail).toMatchObject({ to: 'claire@exemple.fr', text: expect.stringContaining(REASON.reason) });
  expect(await toProve(claire)).toBe(true);
  expect(granted(await claire.get<Evidence>('/api/evidence'))).toMatchObject({ ...REASON, file: null });
  expect(await waiting()).toEqual([]);

  expect(refusal(await send(claire, new TextEncoder().encode('Je suis marchande'), 'a.txt'))).toBe(
    '415 EVIDENCE_TYPE_REFUSED',
  );
  const photo = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } }).png();
  granted(await send(claire, new Uint8Array(await photo.toBuffer()), 'photo.png'));
  expect(granted(await send(claire, PDF, '../kbis.pdf')).file).toMatchObject({ name: 'kbis.pdf' });
  expect(await storedEvidence()).toHaveLength(1);
  expect(await toProve(claire)).toBe(false);
  expect(await waiting()).toEqual([[claire.id, 'Justificatif envoyé']]);

  const file = `/api/admin/users/${claire.id}/evidence/file`;
  expect(refusal(await claire.get(file))).toBe('403 TEAM_ONLY');
  const shown = await nina.request(file);
  expect(shown.headers.get('content-disposition')).toContain('attachment; filename="kbis.pdf"');
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PDF);
  const { items } = granted(await nina.get<{ items: { action: string }[] }>('/api/admin/journal?action=all'));
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['evidence.ask', 'evidence.read']),
  );

  granted(await nina.post(`/api/admin/users/${claire.id}/evidence/accept`));
  expect(await storedEvidence()).toEqual([]);
  expect(await waiting()).toEqual([]);
  expect(refusal(await nina.get(file))).toBe('404 NOT_FOUND');
  expect(granted(await claire.get<Evidence | null>('/api/evidence'))).toBeNull();
  expect((await guilde.mails()).some(({ subject }) => subject === 'Votre badge est confirmé')).toBe(true);
  expect(refusal(await nina.post(`/api/admin/users/${claire.id}/evidence/accept`))).toBe(
    '409 EVIDENCE_NOT_ASKED',
  );
});

it('goes with the badge too, and with the account', async () => {
  const [karim, lucie] = [await guilde.as('karim'), await guilde.as('lucie')];
  for (const member of [karim, lucie]) {
    granted(await ask(member));
    granted(await send(member, PDF, 'kbis.pdf'));
  }
  expect(await storedEvidence()).toHaveLength(2);
  const order = { rule: 'eligibility', ...REASON };
  granted(await nina.post(`/api/admin/users/${karim.id}/certification/withdraw`, order));
  expect(await storedEvidence()).toHaveLength(1);
  expect(refusal(await ask(karim))).toBe('409 EVIDENCE_NOT_POSSIBLE');
  granted(await nina.post(`/api/admin/users/${lucie.id}/delete`, order));
  expect(await storedEvidence()).toEqual([]);
});

it('waits for the team when nothing came in time', async () => {
  granted(await ask(claire));
  guilde.clock.advance(14 * DAY);
  const again = await guilde.as('nina');
  const { items } = granted(await again.get<QueuePage>('/api/admin/queue?kind=evidence'));
  expect(items.map(({ id, note }) => [id, note])).toEqual([[claire.id, 'Rien n’a été envoyé à temps']]);
});
