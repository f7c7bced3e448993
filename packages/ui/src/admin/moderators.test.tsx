import { randomUUID } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { caseContests, caseDecisions, reports } from '../../../../apps/api/src/reports/tables.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted, openChat, sendText } from '../../../../apps/api/test/scenes.ts';
import { withSecondFactor } from '../../../../apps/api/test/second-factor.ts';
import { pendingSummary } from '../../test/pending-summary.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim', 'zoe'] });
let nina: Client;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  nina = await guilde.current.as('nina');
  claire = await guilde.current.as('claire');
  karim = await guilde.current.as('karim');
  const zoe = await withSecondFactor(guilde.current, await guilde.current.as('zoe'));
  granted(await nina.put(`/api/admin/users/${zoe.id}/role`, { role: 'moderator' }));
});

const panel = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

test('take a message to the team in charge, without its deletion and the account', async () => {
  const id = randomUUID();
  const text = { name: 'Claire M.', email: claire.email, subject: 'Une question', message: 'Bonjour.' };
  granted(await claire.post('/api/contact', { id, ...text }));
  await renderAs(guilde.current, 'zoe', `/admin/contact/${id}`);
  const message = await panel('Une question');
  expect(message.getByRole('button', { name: 'Prendre en charge' })).toBeVisible();
  expect(message.getByText('Claire Martin')).toBeVisible();
  expect(message.queryByRole('link')).not.toBeInTheDocument();
  expect(message.queryByRole('button', { name: 'Supprimer' })).not.toBeInTheDocument();
});

test('read a contest that administrators decide, and the title of an SOS without its page', async () => {
  const { conversation } = await openChat(claire, karim);
  const { id: messageId } = await sendText(karim, conversation.id, 'Achetez mes services');
  const report = { id: randomUUID(), reason: 'spam', description: 'Publicité.', messageId };
  granted(await claire.post('/api/reports/messages', report));
  const { orm } = guilde.current.deps.db;
  const [{ caseId } = { caseId: null }] = await orm.select().from(reports);
  const warning = { rule: 'solicitation', reason: 'Une publicité.', caseId };
  granted(await nina.post(`/api/admin/warnings/${karim.id}`, warning));
  const [decision] = await orm.select().from(caseDecisions);
  const contest = { id: randomUUID(), text: 'Je répondais.', createdAt: guilde.current.clock.now() };
  await orm.insert(caseContests).values({ ...contest, decisionId: decision?.id ?? '' });
  await renderAs(guilde.current, 'zoe', `/admin/queue/report.${caseId}`);
  const opened = await panel(/Karim Benali$/);
  expect(opened.getByText('Je répondais.')).toBeVisible();
  expect(opened.queryByRole('button', { name: /la décision$/ })).not.toBeInTheDocument();
  expect(opened.getByText('Compte Ads suspendu')).toBeVisible();
  expect(opened.queryByRole('link', { name: 'Compte Ads suspendu' })).not.toBeInTheDocument();
});

test('have a summary made again, and hear when it is there', async () => {
  const { sosId, summaryId } = await pendingSummary(guilde.current);
  granted(await claire.post(`/api/ratings/resolve/${sosId}`, { ratings: [{ memberId: karim.id }] }));
  await guilde.current.deps.jobs.drain();
  const { user } = await renderAs(guilde.current, 'zoe', `/admin/summaries/${summaryId}`);
  const summary = await panel('Rétablir un compte Ads');
  expect(summary.queryByRole('link', { name: 'Compte Ads suspendu' })).not.toBeInTheDocument();
  await user.click(summary.getByRole('button', { name: 'Régénérer' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Régénérer' }));
  expect(await screen.findByText('Résumé généré avec succès')).toBeVisible();
});
