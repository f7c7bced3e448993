import { randomUUID } from 'node:crypto';
import type { AdminReportPage, AdminUserPage } from '@guilde/contracts/admin/rules.ts';
import type { DirectoryPage } from '@guilde/contracts/profiles/rules.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startGuilde } from '../../../test/harness.ts';
import { sirenOf } from '../../../test/people.ts';
import { granted } from '../../../test/scenes.ts';

it('finds an account by its SIREN, with spaces or without, for administrators only', async () => {
  const guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  onTestFinished(guilde.close);
  const [nina, claire, karim] = [
    await guilde.as('nina'),
    await guilde.as('claire'),
    await guilde.as('karim'),
  ];
  const found = async (q: string) =>
    granted(await nina.get<AdminUserPage>(`/api/admin/users?q=${encodeURIComponent(q)}`)).items.map(
      ({ id }) => id,
    );
  const siren = sirenOf(karim.email);
  const spaced = siren.replace(/(...)(?=.)/g, '$1 ');
  for (const q of [siren, spaced, spaced.replaceAll(' ', '\u00a0')])
    expect(await found(q)).toEqual([karim.id]);
  expect(await found(siren.slice(0, 8))).toEqual([]);
  granted(
    await claire.post('/api/reports', {
      id: randomUUID(),
      reportedUserId: karim.id,
      reason: 'spam',
      description: 'Publicité',
    }),
  );
  expect(granted(await claire.get<DirectoryPage>(`/api/members?q=${siren}`)).items).toEqual([]);
  expect(granted(await nina.get<AdminReportPage>(`/api/admin/reports?q=${siren}`)).items).toEqual([]);
});
