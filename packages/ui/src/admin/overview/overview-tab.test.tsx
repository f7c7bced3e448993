import { randomUUID } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { contactMessages } from '../../../../../apps/api/src/contact/tables.ts';
import { jobs } from '../../../../../apps/api/src/platform/database/tables.ts';
import { storeArticle } from '../../../../../apps/api/test/articles.ts';
import { openChat, postSos } from '../../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim'] });

const block = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the overview', () => {
  test('says that nothing waits', async () => {
    await renderAs(guilde.current, 'nina', '/admin');
    expect((await block('À décider')).getByText('Aucune décision en attente.')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Vue d’ensemble' })).toHaveAttribute('aria-selected', 'true');
  });

  test('says what keeps the server from its work, and nothing when all is well', async () => {
    const { db, clock } = guilde.current.deps;
    const first = await renderAs(guilde.current, 'nina', '/admin');
    await block('À décider');
    expect(screen.queryByRole('region', { name: 'Fonctionnement' })).not.toBeInTheDocument();
    first.unmount();
    const since = clock.now() - 3_600_000;
    const job = {
      payload: '',
      runAt: clock.now() + 3_600_000,
      firstDueAt: since,
      attempts: 9,
      createdAt: since,
    };
    const kinds = ['mail.send', 'mail.bulk', 'of.another.version'];
    const rows = kinds.map((kind) => ({ id: randomUUID(), kind, ...job }));
    await db.orm.insert(jobs).values(rows);
    await renderAs(guilde.current, 'nina', '/admin');
    const operation = await block('Fonctionnement');
    expect(
      operation.getByText(/^2.e-mails attendent d’être envoyés depuis le 17 novembre 2026/),
    ).toBeVisible();
    expect(operation.getByText(/^1.tâche attend une autre version du serveur\.$/)).toBeVisible();
  });

  describe('of a community at work', () => {
    beforeAll(async () => {
      const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
      await openChat(claire, karim);
      await postSos(claire, { title: 'Retard de livraison' });
      const { db, clock } = guilde.current.deps;
      const now = clock.now();
      await storeArticle(guilde.current.deps, { title: 'Ne tient plus', reviewSince: now });
      await db.orm.insert(contactMessages).values({
        id: randomUUID(),
        name: 'Ana',
        email: 'ana@exemple.fr',
        subject: 'Adhésion',
        message: 'Comment entrer ?',
        status: 'pending',
        createdAt: now,
        updatedAt: now,
      } as typeof contactMessages.$inferInsert);
    });

    test('leads from what waits for a decision to the list that holds it', async () => {
      await renderAs(guilde.current, 'nina', '/admin');
      const queue = await block('À décider');
      const links = queue.getAllByRole('link');
      expect(links).toHaveLength(2);
      expect(links[0]).toHaveAccessibleName('1\u00a0message de contact');
      expect(links[0]).toHaveAttribute('href', '/admin/queue?kind=contact');
      expect(links[1]).toHaveAccessibleName('1\u00a0résumé à revoir');
      expect(links[1]).toHaveAttribute('href', '/admin/queue?kind=article');
    });

    test('counts SOS by state, each number a link to these SOS', async () => {
      await renderAs(guilde.current, 'nina', '/admin/overview');
      const states = await block('SOS par état');
      expect(states.getByRole('link', { name: /^Ouvert 1 50\s%$/ })).toHaveAttribute(
        'href',
        '/admin/sos?status=open',
      );
      expect(states.getByRole('link', { name: /^En cours 1 50\s%$/ })).toHaveAttribute(
        'href',
        '/admin/sos?status=in_progress',
      );
      const figures = await block('Chiffres');
      expect(figures.getByRole('link', { name: /^Membres\s: 3$/ })).toHaveAttribute('href', '/admin/users');
      for (const link of figures.getAllByRole('link'))
        expect(link.getAttribute('href')).toMatch(/^\/admin\/(users|sos|summaries)/);
    });

    test('says what each chart shows as a table', async () => {
      const { user } = await renderAs(guilde.current, 'nina', '/admin/overview');
      const charts = await block('Évolution');
      for (const summary of charts.getAllByText('Voir les chiffres')) await user.click(summary);
      const waits = within(charts.getByRole('table', { name: 'Délai avant la première réponse' }));
      expect(waits.getByRole('row', { name: '< 15 min 1' })).toBeVisible();
      const posted = within(charts.getByRole('table', { name: 'SOS des 30 derniers jours' }));
      expect(posted.getAllByRole('row')).toHaveLength(31);
      expect(posted.getByRole('row', { name: '17 nov. 2 0' })).toBeVisible();
    });
  });
});
