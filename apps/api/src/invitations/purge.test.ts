import { expect, onTestFinished, test } from 'vitest';
import { startGuilde } from '../../test/harness.ts';
import { applyRetention } from '../platform/retention.ts';
import { invitations } from './tables.ts';

const DAY = 86_400_000;

test('the address of somebody who did not come goes thirty days after the invitation has expired', async () => {
  const guilde = await startGuilde();
  onTestFinished(() => guilde.close());
  const claire = await guilde.as('claire');
  const addresses = async () => {
    await applyRetention(guilde.deps);
    const rows = await guilde.deps.db.orm.select({ email: invitations.email }).from(invitations);
    return rows.map(({ email }) => email);
  };
  await claire.post('/api/invitations', { vouched: true, email: 'absente@exemple.fr' });
  guilde.clock.advance(36 * DAY);
  expect(await addresses()).toContain('absente@exemple.fr');
  guilde.clock.advance(2 * DAY);
  const left = await addresses();
  expect(left).not.toContain('absente@exemple.fr');
  expect(left).toContain(claire.email);
});
