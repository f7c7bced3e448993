import { CONTACT_SUBJECT_MAX } from '@guilde/contracts/contact/rules.ts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { contactMessages } from '../../../../apps/api/src/contact/tables.ts';
import { renderAs, renderWith, withGuilde } from '../../test/render.tsx';
import { useContactDrafts, useVisitorDrafts } from './contact-draft.ts';

const guilde = withGuilde();

beforeEach(() => {
  useContactDrafts.setState({ byWriter: {} });
  useVisitorDrafts.setState({ byWriter: {} });
});

async function write(user: UserEvent, subject: string) {
  await user.type(await screen.findByLabelText('Sujet'), subject);
  await user.type(screen.getByLabelText('Message'), 'Bonjour, une question.');
}

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Envoyer le message' }));

async function stored(subject: string) {
  const rows = await guilde.current.deps.db.orm.select().from(contactMessages);
  return rows.filter((row) => row.subject === subject);
}

test('a visitor writes on the public page, and the form is empty again', async () => {
  const { user } = await renderAs(guilde.current, 'visitor', '/contact');
  expect(await screen.findByText(/24 heures ouvrées/)).toBeVisible();
  await user.type(screen.getByLabelText('Nom complet'), 'Marc Blanc');
  await user.type(screen.getByLabelText('Email'), 'marc@exemple.fr');
  await write(user, 'Devenir membre');
  await send(user);
  expect(await screen.findByText('Message envoyé !')).toBeVisible();
  expect(screen.getByText('Nous vous répondrons dans les plus brefs délais.')).toBeVisible();
  for (const label of ['Nom complet', 'Email', 'Sujet', 'Message'])
    expect(screen.getByLabelText(label)).toHaveValue('');
  expect(await stored('Devenir membre')).toMatchObject([{ userId: null, email: 'marc@exemple.fr' }]);
  for (const drafts of [useContactDrafts, useVisitorDrafts]) expect(drafts.getState().byWriter).toEqual({});
});

test('the form takes as many emoji as the server, and no more', async () => {
  const { user } = await renderAs(guilde.current, 'claire', '/information/contact');
  await user.click(await screen.findByLabelText('Sujet'));
  await user.paste('👍'.repeat(CONTACT_SUBJECT_MAX));
  const full = '👍'.repeat(CONTACT_SUBJECT_MAX / 2);
  expect(screen.getByLabelText('Sujet')).toHaveValue(full);
  await user.type(screen.getByLabelText('Message'), 'Bonjour, une question.');
  await send(user);
  expect(await screen.findByText('Message envoyé !')).toBeVisible();
  expect(await stored(full)).toHaveLength(1);
});

test('a member finds name and address filled in, and a second message is another one', async () => {
  const { user, client } = await renderAs(guilde.current, 'claire', '/information/contact');
  expect(await screen.findByLabelText('Nom complet')).toHaveValue('Claire Martin');
  expect(screen.getByLabelText('Email')).toHaveValue(client.email);
  for (let sent = 1; sent <= 2; sent++) {
    await write(user, 'Deux fois');
    await send(user);
    await waitFor(() => expect(screen.getByLabelText('Sujet')).toHaveValue(''));
  }
  expect(await stored('Deux fois')).toMatchObject([{ userId: client.id }, { userId: client.id }]);
  expect(screen.getByLabelText('Nom complet')).toHaveValue('Claire Martin');
});

test('what is missing is said beside each field', async () => {
  const { user } = await renderAs(guilde.current, 'visitor', '/contact');
  await screen.findByLabelText('Sujet');
  await send(user);
  expect(await screen.findAllByText('Ce champ est requis.')).toHaveLength(3);
  expect(screen.getByText('Email requis')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Nom complet')).toHaveFocus());
});

test('the trap for machines is out of reach for people', async () => {
  await renderAs(guilde.current, 'visitor', '/contact');
  await screen.findByLabelText('Sujet');
  expect(screen.getAllByRole('textbox')).toHaveLength(4);
  expect(screen.getByLabelText('Ne pas remplir')).toHaveAttribute('tabindex', '-1');
});

test('what is written is there again after another page, apart from what others wrote', async () => {
  const { user, router } = await renderAs(guilde.current, 'claire', '/information/contact');
  await write(user, 'À finir');
  await user.click(screen.getByRole('tab', { name: 'Questions fréquentes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/information/faq'));
  await user.click(screen.getByRole('tab', { name: 'Contact' }));
  expect(await screen.findByLabelText('Sujet')).toHaveValue('À finir');
});

/** The first message of this visitor arrives, but the answer to it does not. */
async function writeAsMarc() {
  const client = guilde.current.visitor();
  let lost = true;
  const request: typeof client.request = async (path, init) => {
    const answer = await client.request(path, init);
    if (!lost || path !== '/api/contact') return answer;
    lost = false;
    throw new TypeError('network');
  };
  const { user } = renderWith(guilde.current, { ...client, request }, '/contact');
  await user.type(await screen.findByLabelText('Nom complet'), 'Marc');
  await user.type(screen.getByLabelText('Email'), 'marc@exemple.fr');
  return user;
}

test('a failure keeps everything, says so, and sending again stores one message', async () => {
  const user = await writeAsMarc();
  await write(user, 'Réponse perdue');
  await send(user);
  expect(await screen.findByText("Une erreur est survenue lors de l'envoi du message.")).toBeVisible();
  expect(screen.getByLabelText('Sujet')).toHaveValue('Réponse perdue');
  await send(user);
  expect(await screen.findByText('Message envoyé !')).toBeVisible();
  expect(await stored('Réponse perdue')).toHaveLength(1);
});

test('what is written anew after a lost answer is a message of its own', async () => {
  const user = await writeAsMarc();
  await write(user, 'Arrivé sans réponse');
  await send(user);
  await screen.findByText("Une erreur est survenue lors de l'envoi du message.");
  await user.clear(screen.getByLabelText('Sujet'));
  await user.type(screen.getByLabelText('Sujet'), 'Réécrit depuis');
  await send(user);
  expect(await screen.findByText('Message envoyé !')).toBeVisible();
  expect(await stored('Arrivé sans réponse')).toHaveLength(1);
  expect(await stored('Réécrit depuis')).toHaveLength(1);
});

test('whoever leaves the page while it is being sent is told of it, and finds an empty form', async () => {
  const client = await guilde.current.as('zoe');
  const { promise: open, resolve: letThrough } = Promise.withResolvers<void>();
  const request: typeof client.request = async (path, init) => {
    if (path === '/api/contact') await open;
    return client.request(path, init);
  };
  const { user } = renderWith(guilde.current, { ...client, request }, '/information/contact');
  await write(user, 'Parti en route');
  await send(user);
  await user.click(screen.getByRole('tab', { name: 'Questions fréquentes' }));
  await waitFor(() => expect(screen.queryByLabelText('Sujet')).toBeNull());
  letThrough();
  expect(await screen.findByText('Message envoyé !')).toBeVisible();
  expect(await stored('Parti en route')).toHaveLength(1);
  await user.click(screen.getByRole('tab', { name: 'Contact' }));
  expect(await screen.findByLabelText('Sujet')).toHaveValue('');
});

test('somebody whose profile is under way writes on the public page', async () => {
  const { router } = await renderAs(guilde.current, 'theo', '/contact');
  expect(await screen.findByLabelText('Sujet')).toBeVisible();
  expect(router.state.location.pathname).toBe('/contact');
});
