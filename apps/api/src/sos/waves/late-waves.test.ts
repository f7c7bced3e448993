import type { Reach } from '@guilde/contracts/sos/waves.ts';
import { expect, it, onTestFinished } from 'vitest';
import { storeCrowd } from '../../../test/crowd.ts';
import { startGuilde } from '../../../test/harness.ts';
import { granted, postSos } from '../../../test/scenes.ts';
import { sosAlerts } from '../tables.ts';

it('a wave has its time after the one before, also when the server was away for hours', async () => {
  const { as, clock, deps, close } = await startGuilde({ cast: ['nina', 'claire'] });
  onTestFinished(close);
  await deps.jobs.stop();
  const claire = await as('claire');
  await storeCrowd(
    deps.db,
    Array.from({ length: 30 }, (_, at) => ({ firstName: `Membre ${at}` })),
  );
  const { id } = await postSos(claire, { category: 'legal', specialties: [] });
  const after = async (minutes: number) => {
    clock.advance(minutes * 60_000);
    await deps.jobs.drain();
    const { alerted, isTeamTold } = granted(await claire.get<Reach>(`/api/sos/${id}/reach`));
    return { alerted, isTeamTold };
  };
  expect(await after(0)).toEqual({ alerted: 8, isTeamTold: false });
  expect(await after(180)).toEqual({ alerted: 16, isTeamTold: false });
  expect(await after(30)).toEqual({ alerted: 31, isTeamTold: false });
  expect(await after(75)).toEqual({ alerted: 31, isTeamTold: true });
});

it('nobody is asked to help a suspended author, until they are back', async () => {
  const { as, clock, deps, close } = await startGuilde({ cast: ['nina', 'claire'] });
  onTestFinished(close);
  await deps.jobs.stop();
  const claire = await as('claire');
  await storeCrowd(
    deps.db,
    Array.from({ length: 30 }, (_, at) => ({ firstName: `Membre ${at}` })),
  );
  await postSos(claire, { category: 'legal', specialties: [] });
  const askedAfter = async (hours: number) => {
    clock.advance(hours * 3_600_000);
    await deps.jobs.drain();
    return deps.db.orm.$count(sosAlerts);
  };
  expect(await askedAfter(0)).toBe(8);
  const order = { rule: 'solicitation', reason: 'Trois messages publicitaires.', days: 1 };
  granted(await (await as('nina')).post(`/api/admin/users/${claire.id}/suspend`, order));
  expect(await askedAfter(4)).toBe(8);
  expect(await askedAfter(4)).toBe(8);
  expect(await askedAfter(16)).toBe(16);
});
