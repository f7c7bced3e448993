import { guessColumns, rowsOf } from '@guilde/contracts/bulk-invitations/columns.ts';
import type { SponsoredPage } from '@guilde/contracts/home/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { inviteByMail } from '../../test/newcomers.ts';
import { PASSWORD, shopOf } from '../../test/people.ts';
import { granted, join, openChat, postSos, refusal, sendText } from '../../test/scenes.ts';
import { linkIn } from '../../test/sign-up.ts';
import { sendDueMails } from '../invitations/batch-mails.ts';

let guilde: Guilde;
/** Nina has invited everybody. */
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'hugo', 'theo'] });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

const sponsored = async (search = '', by = nina) =>
  granted(await by.get<SponsoredPage>(`/api/invitations/sponsored${search}`));
const lines = ({ items }: SponsoredPage) =>
  items.map(({ member, email, state }) => `${member?.firstName ?? email} ${state}`);

it('shows who might need a word first, and counts how far all have come', async () => {
  expect(await sponsored('', claire)).toEqual({
    ...{ accounts: 0, complete: 0, active: 0 },
    ...{ items: [], nextCursor: null },
  });
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Voici le formulaire');
  expect(lines(await sponsored())).toEqual([
    'theo@exemple.fr account',
    ...['Hugo complete', 'Karim complete', 'Claire active'],
  ]);
  granted(
    await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id, rating: 5 }] }),
  );
  await inviteByMail(guilde, nina, 'en.attente@exemple.fr');
  const page = await sponsored();
  expect(lines(page)).toEqual([
    'theo@exemple.fr account',
    ...['Hugo complete', 'Karim active', 'Claire active'],
  ]);
  expect(page).toMatchObject({ accounts: 4, complete: 3, active: 2, nextCursor: null });
  expect(page.items[2]?.member).toMatchObject({ id: karim.id, storeName: 'Épices & Co' });
});

it('is read in pages', async () => {
  const first = await sponsored('?limit=3');
  expect(first).toMatchObject({ accounts: 4, nextCursor: '3' });
  const second = await sponsored(`?limit=3&cursor=${first.nextCursor}`);
  expect(second).toMatchObject({ accounts: 4, nextCursor: null });
  expect([...lines(first), ...lines(second)]).toEqual(lines(await sponsored()));
  expect(refusal(await nina.get('/api/invitations/sponsored?cursor=x'))).toBe('422 INVALID_INPUT');
});

it('shows the invitees of a list too, by the address that the sponsor sent', async () => {
  const table = [['email'], ['marc@poste.example']];
  const letter = { title: 'Lyon', message: 'À lundi.', vouched: true };
  const rows = rowsOf(table, guessColumns(table));
  granted(await nina.put('/api/admin/invitations/batches', { ...letter, rows }));
  await sendDueMails(guilde.deps);
  const email = 'marc@poste.example';
  const { token, proof } = secretsIn(await linkIn(guilde, email));
  const input = { token, proof, email, password: PASSWORD, ...shopOf(email) };
  granted(await guilde.visitor().post('/api/auth/sign-up', input));
  expect(lines(await sponsored())[0]).toBe('marc@poste.example account');
});

it('shows nothing of who is suspended or gone', async () => {
  granted(await claire.post('/api/account/delete', { password: PASSWORD }));
  granted(await nina.post(`/api/admin/users/${karim.id}/suspend`, { rule: 'unlawful', reason: 'Un motif.' }));
  const page = await sponsored();
  expect(page).toMatchObject({ accounts: 2, complete: 1 });
  expect(lines(page)).toEqual(['theo@exemple.fr account', 'Hugo complete']);
});

it('does not tell of an SOS that a block hides, whoever blocks whom and whoever has a seat there', async () => {
  const hugo = await guilde.as('hugo');
  await postSos(claire);
  const { id } = await postSos(hugo);
  await join(karim, id);
  expect(lines(await sponsored()).slice(1)).toEqual(['Karim complete', 'Hugo active', 'Claire active']);
  granted(await claire.put(`/api/members/${nina.id}/block`));
  granted(await nina.put(`/api/members/${karim.id}/block`));
  expect(lines(await sponsored()).slice(1)).toEqual(['Hugo complete', 'Karim complete', 'Claire complete']);
});
