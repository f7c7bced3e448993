import type { History } from '@guilde/contracts/conversations/rules.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openChat, sendText } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

const log = () => screen.findByRole('log');

async function openScene() {
  const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
  const { sos, conversation, messages } = await openChat(claire, karim);
  const stored = async () =>
    (await claire.get<History>(messages)).body.messages
      .filter(({ kind }) => kind !== 'joined')
      .map(({ kind, content }) => (kind === 'text' ? content : kind));
  return { claire, karim, conversation, messages, stored, path: `/chat?sos=${sos.id}` };
}

it('the last own message is changed by ↑ in an empty field, and everybody sees what it said', async () => {
  const { claire, karim, conversation, messages, stored, path } = await openScene();
  const { id } = await sendText(claire, conversation.id, 'Ma marge est de 3');
  await sendText(karim, conversation.id, 'Ah ?');
  const { user } = await renderAs(guilde.current, 'claire', path);
  await online();
  await within(await log()).findByText('Ah ?');
  const field = await screen.findByRole('textbox', { name: 'Message' });
  await user.click(field);
  await user.keyboard('Un brouillon{ArrowUp}');
  expect(field).toHaveValue('Un brouillon');
  await user.clear(field);
  await user.keyboard('{ArrowUp}');
  expect(await screen.findByText('Modifier le message')).toBeVisible();
  expect(field).toHaveValue('Ma marge est de 3');
  await user.keyboard('{Escape}');
  expect(field).toHaveValue('');
  await user.keyboard('{ArrowUp}0{Enter}');
  await waitFor(async () => expect(await stored()).toEqual(['Ma marge est de 30', 'Ah ?']));
  await waitFor(() => expect(field).toHaveValue(''));
  await user.click(await within(await log()).findByRole('button', { name: 'modifié' }));
  const versions = await screen.findByRole('dialog', { name: 'Avant modification' });
  expect(await within(versions).findByText('Ma marge est de 3')).toBeVisible();
  await user.keyboard('{Escape}');
  await claire.put(`${messages}/${id}`, { content: 'Changé ailleurs' });
  expect(await within(await log()).findByText('Changé ailleurs')).toBeVisible();
});

it('a correction ends once it is stored, also where its conversation was left meanwhile', async () => {
  const { claire, conversation, stored, path } = await openScene();
  await sendText(claire, conversation.id, 'Ma marge est de 3');
  const { sos: other } = await openChat(claire, await guilde.current.as('karim'));
  const { user, platform, router } = await renderAs(guilde.current, 'claire', path);
  await online();
  await within(await log()).findByText('Ma marge est de 3');
  const answer = Promise.withResolvers<void>();
  const fetch = platform.fetch.bind(platform);
  platform.fetch = async (address, init) => {
    if (init?.method === 'PUT' && address.includes('/messages/')) await answer.promise;
    return fetch(address, init);
  };
  const field = () => screen.findByRole('textbox', { name: 'Message' });
  await user.click(await field());
  await user.keyboard('{ArrowUp}0{Enter}');
  await act(() => router.navigate(`/chat?sos=${other.id}`));
  expect(await field()).toHaveValue('');
  answer.resolve();
  await waitFor(async () => expect(await stored()).toEqual(['Ma marge est de 30']));
  await waitFor(() => expect(platform.line.waiting).toBe(0));
  await act(() => router.navigate(path));
  expect(await within(await log()).findByText('Ma marge est de 30')).toBeVisible();
  expect(await field()).toHaveValue('');
});

it('the menu of an own message deletes it after a question; that of another does not', async () => {
  const { claire, karim, conversation, stored, path } = await openScene();
  await sendText(claire, conversation.id, 'À effacer');
  await sendText(karim, conversation.id, 'Le sien');
  const { user } = await renderAs(guilde.current, 'claire', path);
  await online();
  const inLog = within(await log());
  await inLog.findByText('Le sien');
  const [, his] = inLog.getAllByRole('button', { name: /^Actions du message/ });
  expect(his).toHaveAttribute('tabindex', '0');
  await user.click(his as HTMLElement);
  expect(screen.queryByRole('menuitem', { name: 'Supprimer' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(his).toHaveFocus());
  await user.keyboard('{ArrowUp}{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'Modifier' })).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Supprimer' }));
  const question = await screen.findByRole('alertdialog', { name: /Supprimer ce message/ });
  await user.click(within(question).getByRole('button', { name: 'Supprimer' }));
  expect(await inLog.findByText('Message supprimé')).toBeVisible();
  expect(await stored()).toEqual(['deleted', 'Le sien']);
});
