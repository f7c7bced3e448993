import type { BatchRows } from '@guilde/contracts/bulk-invitations/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addressed,
  BATCHES,
  join,
  pass,
  refuseInvitations,
  sendList,
  typed,
} from '../../../test/bulk-scenes.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { PASSWORD, PEOPLE } from '../../../test/people.ts';
import { completeProfile } from '../../../test/profile-answers.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { signInAgain, withSecondFactor } from '../../../test/second-factor.ts';
import { sendDueMails } from '../../invitations/batch-mails.ts';

const DAY = 86_400_000;
const LIST = typed([
  ['email', 'prenom', 'nom', 'boutique'],
  ['ana@poste.example', 'Ana', 'Abadie', 'Atelier Ana'],
  ['bea@poste.example', 'Béa', 'Blanc', 'Le Bel Atelier'],
  ['carl@poste.example', '', '', ''],
  ['dina@poste.example', 'Dina', 'Denis', ''],
  ['elie@poste.example', 'Élie', 'Étienne', ''],
  ['fanny@poste.example', 'Fanny', 'Faure', ''],
  ['', 'Gil', 'Garnier', ''],
]);

let guilde: Guilde;
let nina: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire'] });
  nina = await guilde.as('nina');
  await guilde.deps.jobs.stop();
});
afterEach(() => guilde.close());

const rowsOf = async (id: string, query = '', by = nina) =>
  granted(await by.get<BatchRows>(`${BATCHES}/${id}/rows${query}`));
const states = async (id: string, query = '') =>
  (await rowsOf(id, query)).items.map(({ name, email, state }) => `${name || email} ${state}`);

it('a leader sees of each row of a list what became of it', async () => {
  const { id } = granted(await sendList(nina, LIST));
  expect(await states(id)).toEqual([
    'Ana Abadie waiting',
    'Béa Blanc waiting',
    'carl@poste.example waiting',
    'Dina Denis waiting',
    'Élie Étienne waiting',
    'Fanny Faure waiting',
    'Gil Garnier named',
  ]);
  await pass(guilde, 0);
  const { visitor } = await join(guilde, 'ana@poste.example');
  await completeProfile(visitor, PEOPLE.zoe);
  await join(guilde, 'bea@poste.example');
  const gone = await join(guilde, 'fanny@poste.example');
  granted(await gone.visitor.post('/api/account/delete', { password: PASSWORD }));
  await guilde.deps.bounces.record('carl@poste.example', guilde.clock.now());
  await refuseInvitations(guilde, 'dina@poste.example');
  guilde.clock.advance(4 * DAY);
  await sendDueMails(guilde.deps);
  const after = await rowsOf(id);
  expect(await states(id)).toEqual([
    'null left',
    'Béa Blanc account',
    'carl@poste.example returned',
    'Élie Étienne sent',
    'Gil Garnier named',
    'Zoé Lefèvre complete',
  ]);
  expect(after.counts).toEqual({ left: 1, account: 1, returned: 1, sent: 1, named: 1, complete: 1 });
  expect(after.items.map(({ mailsSent }) => mailsSent)).toEqual([1, 1, 1, 2, 0, 1]);
  expect(after.items.map(({ memberId }) => memberId !== null)).toEqual([
    ...[false, true, false, false, false, true],
  ]);
  expect(await states(id, '?status=returned')).toEqual(['carl@poste.example returned']);
  expect(await states(id, '?q=etienne')).toEqual(['Élie Étienne sent']);
  expect(await states(id, '?q=bel%20atelier')).toEqual(['Béa Blanc account']);
  expect(JSON.stringify(after)).not.toContain('Dina');
  // The session has ended when the invitations have.
  guilde.clock.advance(26 * DAY);
  await signInAgain(guilde, nina, nina.email);
  const { items } = await rowsOf(id, '?status=expired');
  expect(items).toMatchObject([{ name: 'Élie Étienne', state: 'expired' }]);
});

it('another administrator sees masked addresses only, and pages follow each other by name', async () => {
  const claire = await withSecondFactor(guilde, await guilde.as('claire'));
  granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' }));
  const emails = Array.from({ length: 70 }, (_, at) => `m${String(at).padStart(2, '0')}@poste.example`);
  const { id } = granted(await sendList(nina, addressed(...emails.toReversed())));
  const first = await rowsOf(id);
  const second = await rowsOf(id, `?cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ email }) => email)).toEqual(emails);
  expect(second.nextCursor).toBeNull();
  const { items } = await rowsOf(id, '?limit=100', claire);
  expect(new Set(items.map(({ email }) => email))).toEqual(new Set(['m…@poste.example']));
  expect((await rowsOf(id, '?q=m01', claire)).items).toEqual([]);
  expect(refusal(await nina.get(`${BATCHES}/00000000-0000-4000-8000-000000000000/rows`))).toBe(
    '404 NOT_FOUND',
  );
  expect(refusal(await nina.get(`${BATCHES}/${id}/rows?cursor=x`))).toBe('422 INVALID_INPUT');
});
