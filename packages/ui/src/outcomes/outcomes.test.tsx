import type { Article } from '@guilde/contracts/knowledge/rules.ts';
import type { OutcomeAnswer, SosOutcomes } from '@guilde/contracts/outcomes/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { askForOutcomes } from '../../../../apps/api/src/outcomes/asking.ts';
import { storeArticle } from '../../../../apps/api/test/articles.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted, openChat, sendText } from '../../../../apps/api/test/scenes.ts';
import { renderAs, renderWith, spoken, withGuilde } from '../../test/render.tsx';
import { useSosDrafts } from '../sos/sos-draft.ts';

const DAY = 86_400_000;
const TITLE = 'Compte Ads suspendu';
const guilde = withGuilde();

let claire: Client;
let karim: Client;
let sosId: string;

beforeEach(async () => {
  useSosDrafts.setState({ byMember: {} });
  [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  await resolve();
});

/** Claire’s SOS was resolved with Karim’s help seven days ago. */
async function resolve(): Promise<void> {
  const { sos, conversation } = await openChat(claire, karim);
  sosId = sos.id;
  await sendText(karim, conversation.id, 'Voici le formulaire de révision.');
  granted(await claire.post(`/api/ratings/resolve/${sosId}`, { ratings: [{ memberId: karim.id }] }));
  const { deps } = guilde.current;
  // Moving the clock would end the sessions.
  const args = [7 * DAY, sosId];
  await deps.db.client.execute({
    sql: 'update sos_requests set resolved_at = resolved_at - ? where id = ?',
    args,
  });
  await askForOutcomes(deps);
}

async function link(): Promise<string> {
  const mail = (await guilde.current.mails()).findLast(({ subject }) =>
    subject.startsWith('Ton SOS est résolu'),
  );
  const { pathname, hash } = new URL(/https?:\/\/\S+\/tient#\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  return pathname + hash;
}
const visit = async () => renderWith(guilde.current, guilde.current.visitor(), await link());
const outcomes = async () => granted(await karim.get<SosOutcomes>(`/api/outcomes/${sosId}`)).answers;
const give = (answer: OutcomeAnswer) => claire.post(`/api/outcomes/${sosId}/answers`, { answer });
const button = (name: string) => screen.findByRole('button', { name });

describe('the link of a mail', () => {
  test('answers with one click, without a session, once; then takes a sentence and a figure', async () => {
    const { user, router, unmount } = await visit();
    expect(await screen.findByRole('heading', { name: /^Est-ce que ça tient/ })).toBeVisible();
    expect(screen.getByText(TITLE)).toBeVisible();
    expect(router.state.location).toMatchObject({ search: '', hash: '' });
    expect(await outcomes()).toEqual([]);
    await user.click(await button('En partie'));
    expect(await screen.findByRole('heading', { name: 'Merci' })).toBeVisible();
    expect(spoken().at(-1)).toMatch(/«\sTient en partie à 7\sjours\s»/);
    expect(await outcomes()).toMatchObject([{ answer: 'partly', comment: '', saved: null }]);
    expect(screen.queryByRole('link', { name: 'Lancer un nouveau SOS' })).toBeNull();

    await user.type(screen.getByLabelText(/^Une phrase/), 'Rétabli, avec un plafond');
    await user.type(screen.getByLabelText(/^Ce que ça t’a fait gagner/), 'beaucoup');
    await user.click(screen.getByRole('radio', { name: 'heures' }));
    await user.click(await button('Ajouter'));
    expect(await screen.findByText('Indique un nombre.')).toBeVisible();
    await user.clear(screen.getByLabelText(/^Ce que ça t’a fait gagner/));
    await user.type(screen.getByLabelText(/^Ce que ça t’a fait gagner/), '4');
    await user.click(await button('Ajouter'));
    expect(await screen.findByText('C’est noté. Merci.', { selector: 'p' })).toBeVisible();
    expect(await outcomes()).toMatchObject([
      { comment: 'Rétabli, avec un plafond', saved: { amount: 4, unit: 'hours' } },
    ]);
    unmount();
    await visit();
    expect(await screen.findByRole('heading', { level: 1, name: 'Déjà répondu' })).toBeVisible();
    expect(screen.getByText(/«\sTient en partie à 7\sjours\s»/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Oui' })).toBeNull();
  });

  test.each(['/tient#token=abc.7.1.x', '/tient'])('that is forged or cut says so: %s', async (path) => {
    await renderAs(guilde.current, 'visitor', path);
    expect(await screen.findByText(/Ce lien n’est pas valable/)).toBeVisible();
  });

  test('« Non » leads to a new SOS that cites this one and begins with what it said', async () => {
    const { deps } = guilde.current;
    await storeArticle(deps, { title: `${TITLE}, en vain`, sosRequestId: sosId });
    await storeArticle(deps, { title: `${TITLE} puis rétabli` });
    const { user, unmount } = await visit();
    await user.click(await button('Non'));
    const next = await screen.findByRole('link', { name: 'Lancer un nouveau SOS' });
    const path = next.getAttribute('href') ?? '';
    expect(screen.getByLabelText(/^Une phrase/)).toBeVisible();
    expect(screen.queryByLabelText(/^Ce que ça t’a fait gagner/)).toBeNull();
    expect(path).toBe(`/sos/new?cites=${sosId}`);
    unmount();
    const own = await renderAs(guilde.current, 'claire', `/sos/${sosId}`);
    expect(await screen.findByRole('link', { name: 'Lancer un nouveau SOS' })).toHaveAttribute('href', path);
    own.unmount();
    const member = await renderAs(guilde.current, 'claire', path);
    expect(await screen.findByLabelText('Titre')).toHaveValue(TITLE);
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveFocus());
    expect(await screen.findByText(/^Suite de/)).toBeVisible();
    expect(await button(`${TITLE} puis rétabli`)).toBeVisible();
    expect(screen.queryByRole('button', { name: `${TITLE}, en vain` })).toBeNull();
    await member.user.type(screen.getByLabelText('Description'), 'De nouveau suspendu.');
    await member.user.click(await button('Publier le SOS'));
    await screen.findByText('SOS créé !');
    await waitFor(() => expect(member.router.state.location.pathname).not.toBe('/sos/new'));
    const id = member.router.state.location.pathname.split('/').at(-1);
    expect(granted(await karim.get<SosDetail>(`/api/sos/${id}`))).toMatchObject({ citesId: sosId });
    expect(await screen.findByRole('link', { name: TITLE })).toHaveAttribute('href', `/sos/${sosId}`);
  });
});

describe('what held', () => {
  test('is asked on the page of one’s SOS, and told to everybody there', async () => {
    const { user, unmount } = await renderAs(guilde.current, 'claire', `/sos/${sosId}`);
    const asked = within(await screen.findByRole('group', { name: /^Est-ce que ça tient/ }));
    await user.click(asked.getByRole('button', { name: 'Oui' }));
    expect(await screen.findByRole('heading', { name: 'La suite' })).toBeVisible();
    unmount();
    await renderAs(guilde.current, 'karim', `/sos/${sosId}`);
    expect(await screen.findByText('Tient toujours à 7 jours')).toBeVisible();
    expect(screen.queryByRole('group', { name: /^Est-ce que ça tient/ })).toBeNull();
  });

  test('stands on its article, where readers say that it worked with them', async () => {
    const id = await storeArticle(guilde.current.deps, { title: 'Révision du compte', sosRequestId: sosId });
    granted(await give('yes'));
    const { user } = await renderAs(guilde.current, 'nina', `/knowledge/${id}`);
    expect(await screen.findByText('À 7 jours')).toBeVisible();
    expect(screen.getByText('Tient toujours à 7 jours')).toBeVisible();
    const worked = await button('Ça a marché chez moi');
    expect(worked).toHaveAttribute('aria-pressed', 'false');
    await user.click(worked);
    await waitFor(() => expect(worked).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.getByText('Ça a marché chez 1 membre.')).toBeVisible();
    expect(granted(await claire.get<Article>(`/api/knowledge/${id}`)).worked.count).toBe(1);
  });

  test('stands on the cards of the knowledge base and on the profile of who helped', async () => {
    await storeArticle(guilde.current.deps, { title: 'Recours gagné', sosRequestId: sosId });
    granted(await give('no'));
    const first = await renderAs(guilde.current, 'nina', '/knowledge');
    const article = await screen.findByRole('link', { name: 'Recours gagné' });
    expect(article).toHaveAccessibleDescription(/N’a pas tenu à 7\sjours/);
    first.unmount();
    for (let more = 0; more < 2; more++) {
      await resolve();
      granted(await give('no'));
    }
    await renderAs(guilde.current, 'nina', `/profile/${karim.id}`);
    expect(await screen.findByText(/^0 solution sur \d tient à 30\sjours$/)).toBeVisible();
  });

  test('that did not is for the team to look at again, which may keep it', async () => {
    const id = await storeArticle(guilde.current.deps, { title: 'Recours perdu', sosRequestId: sosId });
    granted(await give('no'));
    const { user } = await renderAs(guilde.current, 'nina', '/admin/summaries?status=to-review');
    expect(await screen.findAllByText('À revoir')).not.toHaveLength(0);
    await user.click(screen.getByText('Recours perdu'));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText('N’a pas tenu à 7 jours')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Garder tel quel' }));
    expect(await screen.findByText('Résumé revu')).toBeVisible();
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Garder tel quel' })).toBeNull());
    expect(granted(await claire.get<Article>(`/api/knowledge/${id}`)).standing?.answer).toBe('no');
  });
});
