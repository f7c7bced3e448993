import { randomUUID } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { recordBackup } from '../../../../../apps/api/src/platform/database/backup-record.ts';
import { jobs } from '../../../../../apps/api/src/platform/database/tables.ts';
import { openChat, postSos } from '../../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim'] });

const block = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the overview', () => {
  test('says what keeps the server from its work, and nothing when all is well', async () => {
    const { db, clock, config } = guilde.current.deps;
    const first = await renderAs(guilde.current, 'nina', '/admin');
    expect(await screen.findByText('Tout est traité')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Fonctionnement' })).not.toBeInTheDocument();
    first.unmount();
    const since = clock.now() - 3_600_000;
    const tried = { bytes: null, error: null };
    recordBackup(config, { at: clock.now() - 86_400_000, isSound: true, ...tried });
    recordBackup(config, { at: since, isSound: false, ...tried });
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
    const failed = { id: randomUUID(), kind: 'summary.generate', ...job, failedAt: since };
    await db.orm.insert(jobs).values(failed);
    await renderAs(guilde.current, 'nina', '/admin');
    const operation = await block('Fonctionnement');
    expect(operation.getByText(/^2.e-mails attendent d’être envoyés depuis \d+.h/)).toBeVisible();
    expect(operation.getByText(/^1.tâche attend une autre version du serveur\.$/)).toBeVisible();
    expect(operation.getByText(/^1.résumé n’a pas pu être écrit\.$/)).toBeVisible();
    expect(
      operation.getByText(
        /^Une sauvegarde a échoué\. La dernière sauvegarde réussie date du 16 novembre 2026/,
      ),
    ).toBeVisible();
  });

  describe('of a community at work', () => {
    beforeAll(async () => {
      const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
      await openChat(claire, karim);
      await postSos(claire, { title: 'Retard de livraison' });
    });

    test('ties each caption to its chart', async () => {
      await renderAs(guilde.current, 'nina', '/admin/overview');
      const chart = await screen.findByRole('figure', { name: /^SOS des 30 derniers jours/ });
      expect(chart).toHaveAttribute('role', 'figure');
    });

    test('has four figures with what changed, each a link to what it counts, and the others one step further', async () => {
      const { user } = await renderAs(guilde.current, 'nina', '/admin/overview');
      const figures = await block('Chiffres');
      const links = figures.getAllByRole('link');
      expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
        ['Membres\u00a0: 3', '/admin/users'],
        [expect.stringMatching(/^Profils complétés\u00a0: 100.%$/), '/admin/users?filter=incomplete'],
        [expect.stringMatching(/^Délai médian de première réponse\u00a0: 0.min$/), '/admin/sos'],
        ['Taux de résolution\u00a0: —', '/admin/sos?status=resolved'],
      ]);
      expect(figures.getByText(/^\+3 en 30.jours$/)).toBeVisible();
      expect(figures.getByText(/^0.min ces 30.derniers jours$/)).toBeVisible();
      await user.click(figures.getByText('Autres chiffres'));
      expect(figures.getByText(/^9.réponses sur 10 en moins de 0.min$/)).toBeVisible();
      expect(figures.getByText(/^1 sur 2 en 90.jours$/)).toBeVisible();
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

    test('draws each chart, with a name for screen readers and the figures of what the pointer is on', async () => {
      await renderAs(guilde.current, 'nina', '/admin/overview');
      const charts = await block('Évolution');
      const drawn = charts.getAllByRole('img').map((chart) => chart.getAttribute('aria-label'));
      expect(drawn).toEqual([
        expect.stringMatching(/^SOS des 30 derniers jours.: 2.lancés, 0.résolu$/),
        expect.stringMatching(/^Nouveaux membres.: 3.inscriptions en 30.jours$/),
        expect.stringMatching(/^Délai avant la première réponse.: 1.SOS avec réponse en 90.jours$/),
      ]);
      expect(charts.getByText(/^17 nov\..– Lancés.: 2, Résolus.: 0$/)).toBeInTheDocument();
      expect(charts.getByText(/^17 nov\..– Inscriptions.: 3$/)).toBeInTheDocument();
    });

    test('lets the administrator take the community along', async () => {
      const saved: Blob[] = [];
      URL.createObjectURL = (file) => {
        saved.push(file as Blob);
        return 'blob:community';
      };
      URL.revokeObjectURL = () => undefined;
      const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
      const { user } = await renderAs(guilde.current, 'nina', '/admin/overview');
      await user.click(await screen.findByRole('button', { name: 'Exporter la communauté' }));
      expect(await screen.findByText('Communauté exportée')).toBeVisible();
      expect(saved.map(({ type }) => type)).toEqual(['application/zip']);
      click.mockRestore();
    });
  });
});
