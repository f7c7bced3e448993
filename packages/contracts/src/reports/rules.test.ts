import { expect, test } from 'vitest';
import { contactInput } from '../contact/input.ts';
import { fieldErrors } from '../validation.ts';
import { reportInput } from './input.ts';
import { denyReport, REPORT_DESCRIPTION_MAX } from './rules.ts';

const ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';

test('one reports others only', () => {
  expect(denyReport('claire', 'karim')).toBeNull();
  expect(denyReport('claire', 'claire')).toBe('REPORT_SELF');
});

test.each([
  [{ reason: 'spam', description: ' Démarchage ' }, []],
  [{ reason: 'spam', description: 'x'.repeat(REPORT_DESCRIPTION_MAX) }, []],
  [{ reason: 'spam', description: 'x'.repeat(REPORT_DESCRIPTION_MAX + 1) }, ['description']],
  [{ reason: 'spam', description: ' \u200b' }, ['description']],
  [{ reason: 'boredom', description: 'Texte' }, ['reason']],
  [{ description: 'Texte' }, ['reason']],
])('a report %o is refused for %o', (values, fields) => {
  const { error } = reportInput.safeParse({ id: ID, reportedUserId: ID, ...values });
  expect(Object.keys(fieldErrors(error?.issues ?? []))).toEqual(fields);
});

test('the line of a message to the team that becomes a subject has no breaks and no change of direction', () => {
  const written = { id: ID, name: 'Marc', email: 'MARC@Exemple.fr ', message: 'Texte' };
  const parsed = contactInput.parse({ ...written, subject: 'Objet\r\nBcc: x\u202e' });
  expect(parsed).toMatchObject({ subject: 'Objet Bcc: x', email: 'marc@exemple.fr', homepage: '' });
});
