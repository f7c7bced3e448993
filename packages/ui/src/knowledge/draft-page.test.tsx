import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { consented, helped, resolve, summaryOf, talkedAbout } from '../../../../apps/api/test/summaries.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

async function resolved() {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const zoe = await guilde.current.as('zoe');
  const { id } = await talkedAbout(claire, helped(claire, karim, zoe));
  await resolve(guilde.current, claire, id);
  return { sosId: id, claire, zoe };
}

test('whoever took part is told in the closed chat, leaves out a sentence, says why, and sees what is published', async () => {
  const { sosId, claire, zoe } = await resolved();
  const { user } = await renderAs(guilde.current, 'karim', `/chat?sos=${sosId}`);
  await user.click(await screen.findByRole('link', { name: 'Relire le résumé' }));
  expect(await screen.findByRole('heading', { name: 'Résumé à relire' })).toBeVisible();
  const points = within(
    (await screen.findByRole('heading', { name: 'À retenir' })).parentElement as HTMLElement,
  );
  const left = within(points.getAllByRole('listitem')[0] as HTMLElement);
  await user.click(left.getByRole('button', { name: 'Écarter' }));
  expect(left.queryByRole('textbox')).toBeNull();
  await user.click(await left.findByRole('button', { name: 'Dire pourquoi à l’équipe' }));
  expect(left.getByRole('textbox', { name: /^Pourquoi/ })).toHaveFocus();
  await user.keyboard('On me reconnaît.');
  await user.click(left.getByRole('button', { name: 'Envoyer à l’équipe' }));
  expect(await left.findByRole('button', { name: 'Modifier ton motif' })).toHaveFocus();
  expect(left.getByText(/On me reconnaît\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'C’est bon pour moi' }));
  expect(await screen.findByText(/^C’est noté, merci/)).toBeVisible();

  await consented(sosId, claire, zoe);
  const summary = await summaryOf(guilde.current, sosId);
  const nina = await guilde.current.as('nina');
  const seen = new Date(summary?.createdAt ?? 0).toISOString();
  granted(
    await nina.post<AdminSummaryDetail>(`/api/admin/summaries/${summary?.id}/approve`, {
      privacyLevel: 'members',
      seen,
    }),
  );
  expect(await screen.findByRole('link', { name: 'Lire le résumé publié' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Écarter' })).toBeNull();
});
