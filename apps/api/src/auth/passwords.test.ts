import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is recognised, another one is not, and equal ones are stored differently', async () => {
  const [one, two] = await Promise.all([hashPassword('un-mot-de-passe'), hashPassword('un-mot-de-passe')]);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'un-mot-de-passe')).toBe(true);
  expect(await verifyPassword(one, 'Un-mot-de-passe')).toBe(false);
});

test('accents typed on another keyboard are the same password', async () => {
  const hashed = await hashPassword('été-à-la-réunion'.normalize('NFC'));
  expect(await verifyPassword(hashed, 'été-à-la-réunion'.normalize('NFD'))).toBe(true);
});

test('of four hundred that come at once, some fifty wait and the others are refused before any is done', async () => {
  const outcomes: string[] = [];
  const note = (outcome: string) => () => void outcomes.push(outcome);
  await Promise.all(
    Array.from({ length: 400 }, () => hashPassword('un-mot-de-passe').then(note('done'), note('refused'))),
  );
  const done = outcomes.filter((outcome) => outcome === 'done').length;
  expect(done).toBeGreaterThanOrEqual(50);
  expect(done).toBeLessThanOrEqual(60);
  expect(outcomes.slice(0, 400 - done)).toEqual(Array(400 - done).fill('refused'));
});
