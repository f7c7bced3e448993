import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { userRoles } from '../../auth/tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

it('hands the role over in one act: given and taken, journalled and mailed, or neither', async () => {
  const handOver = (by: Client, whom: Client) =>
    by.post(`/api/admin/users/${whom.id}/handover`, { reason: 'Je pars en congé.' });
  expect(refusal(await handOver(nina, nina))).toBe('409 ACT_ON_SELF');
  expect(refusal(await handOver(nina, claire))).toBe('409 HANDOVER_WITHOUT_SECOND_FACTOR');
  expect(refusal(await handOver(claire, karim))).toBe('403 TEAM_ONLY');
  await withSecondFactor(guilde, claire);
  await withSecondFactor(guilde, karim);
  const order = { reason: 'Publicité.', rule: 'solicitation' };
  granted(await nina.post(`/api/admin/users/${karim.id}/suspend`, order));
  expect(refusal(await handOver(nina, karim))).toBe('409 ROLE_NOT_POSSIBLE');
  const roles = () => guilde.deps.db.orm.select().from(userRoles);
  await guilde.deps.db.client.execute(
    "create trigger fault before delete on user_roles begin select raise(abort, 'fault'); end",
  );
  expect(refusal(await handOver(nina, claire))).toBe('500 INTERNAL');
  await guilde.deps.db.client.execute('drop trigger fault');
  expect(await roles()).toMatchObject([{ userId: nina.id, role: 'admin' }]);
  await guilde.mails();

  granted(await handOver(nina, claire));
  expect(await roles()).toMatchObject([{ userId: claire.id, role: 'admin' }]);
  expect(refusal(await handOver(nina, claire))).toBe('403 TEAM_ONLY');
  const rows = granted(await claire.get<AuditPage>('/api/admin/journal?action=acts')).items;
  expect(rows.slice(0, 2)).toMatchObject([
    { action: 'role.remove', subjectId: nina.id, actorName: 'Nina Roche' },
    { action: 'role.grant', subjectId: claire.id, actorName: 'Nina Roche' },
  ]);
  const mails = (await guilde.mails()).filter(({ subject }) => subject.startsWith('Votre rôle'));
  expect(mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`${claire.email} .*administration`),
      expect.stringMatching(`${nina.email} .*membre`),
    ]),
  );
});
