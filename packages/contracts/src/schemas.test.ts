import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { codeInput, signUpInput } from './auth/input.ts';
import { historyQuery, sendMessageInput } from './conversations/input.ts';
import { clientFrame } from './live/input.ts';
import { profileInput, storeUrl, wizardInput, wizardSteps } from './profiles/input.ts';
import { resolveInput } from './ratings/input.ts';
import { createSosInput, feedQuery } from './sos/input.ts';
import { emailAddress, fieldErrors } from './validation.ts';

const ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';
const SOS = { id: ID, category: 'ads', title: 'Compte suspendu', description: 'Depuis ce matin.' };

function errors(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value);
  return result.success ? {} : fieldErrors(result.error.issues);
}

describe('what members type', () => {
  it('trims and lower-cases an address', () => {
    expect(emailAddress.parse('  Claire@Exemple.FR ')).toBe('claire@exemple.fr');
  });

  it.each(['', 'claire', 'claire@exemple', 'cl aire@exemple.fr'])('refuses « %s » as an address', (email) => {
    expect(emailAddress.safeParse(email).success).toBe(false);
  });

  it('asks for a password of 8 to 128 characters in the words of the specification', () => {
    const input = { token: 'x', email: 'a@b.fr', siren: '732829320', storeUrl: 'boutique.fr' };
    expect(errors(signUpInput, { ...input, password: '1234567' })).toEqual({
      password: 'Le mot de passe doit contenir au moins 8 caractères',
    });
    expect(errors(signUpInput, { ...input, password: 'x'.repeat(129) })).toHaveProperty('password');
    expect(errors(signUpInput, { ...input, password: '12345678' })).toEqual({});
  });

  it('reports every invalid field, in French', () => {
    expect(
      errors(createSosInput, { id: ID, category: 'zzz', title: '   ', description: 'x'.repeat(2001) }),
    ).toEqual({
      category: 'Choisis une catégorie.',
      title: 'Ce champ est requis.',
      description: `Écris ${(2000).toLocaleString('fr-FR')} caractères au plus.`,
    });
    expect(errors(createSosInput, {})).toMatchObject({ title: 'Ce champ est requis.' });
    expect(errors(createSosInput, { ...SOS, title: 12 })).toEqual({
      title: 'Cette valeur n’est pas du bon type.',
    });
  });

  it('accepts an SOS at its limits', () => {
    expect(errors(createSosInput, { ...SOS, title: 'x'.repeat(100), description: 'y'.repeat(2000) })).toEqual(
      {},
    );
  });

  it.each([
    ['boutique.fr', 'https://boutique.fr'],
    ['http://boutique.fr/a', 'http://boutique.fr/a'],
  ])('completes the shop address « %s »', (typed, stored) => {
    expect(storeUrl.parse(typed)).toBe(stored);
  });

  it.each(['javascript:alert(1)', 'ftp://boutique.fr', 'localhost', 'https://', 'mailto:a@b.fr'])(
    'refuses « %s » as a shop address',
    (typed) => {
      expect(storeUrl.safeParse(typed).success).toBe(false);
    },
  );

  it('wants exactly three specialties in the wizard and one to three on the profile', () => {
    expect(wizardSteps[6].safeParse({ specialties: ['ads', 'seo'] }).success).toBe(false);
    expect(wizardSteps[6].safeParse({ specialties: ['ads', 'ads', 'seo'] }).success).toBe(false);
    expect(wizardSteps[6].safeParse({ specialties: ['ads', 'seo', 'cro'] }).success).toBe(true);
    expect(errors(profileInput, { specialties: [] })).toHaveProperty(
      'specialties',
      'Choisis au moins une spécialité.',
    );
    expect(errors(wizardInput, { step: 9, values: {} })).not.toEqual({});
  });

  it('keeps a message’s line breaks and refuses an empty one', () => {
    expect(sendMessageInput.parse({ id: ID, content: ' a\nb \n' }).content).toBe('a\nb');
    expect(errors(sendMessageInput, { id: ID, content: ' \n ' })).toEqual({ content: 'Écris un message.' });
    expect(errors(sendMessageInput, { id: 'x', content: 'a' })).toHaveProperty('id');
    expect(sendMessageInput.safeParse({ id: ID, content: 'x'.repeat(4001) }).success).toBe(false);
  });

  it('reads history in one direction at a time', () => {
    expect(historyQuery.safeParse({ before: '4', after: '2' }).success).toBe(false);
    expect(historyQuery.parse({ after: '0' })).toEqual({ after: 0, limit: 50 });
  });

  it('rates from 1 to 5, 5 unless said otherwise', () => {
    expect(resolveInput.parse({ ratings: [{ memberId: ID }] }).ratings[0]).toEqual({
      memberId: ID,
      rating: 5,
      comment: '',
    });
    expect(resolveInput.safeParse({ ratings: [{ memberId: ID, rating: 6 }] }).success).toBe(false);
    expect(resolveInput.safeParse({ ratings: [{ memberId: ID, rating: 4.5 }] }).success).toBe(false);
    expect(resolveInput.safeParse({ ratings: [{ memberId: ID, comment: 'x'.repeat(501) }] }).success).toBe(
      false,
    );
  });

  it('knows the feed’s filters and nothing else', () => {
    expect(feedQuery.parse({})).toMatchObject({ date: 'all', status: 'all', specialty: 'all', scope: 'all' });
    expect(feedQuery.safeParse({ status: 'lost' }).success).toBe(false);
    expect(feedQuery.safeParse({ limit: '1000' }).success).toBe(false);
  });

  it('reads a code of six digits', () => {
    expect(codeInput.safeParse({ email: 'a@b.fr', code: '12345' }).success).toBe(false);
    expect(codeInput.safeParse({ email: 'a@b.fr', code: ' 123456 ' }).success).toBe(true);
  });

  it('takes only known frames on the socket', () => {
    expect(clientFrame.safeParse({ type: 'ping' }).success).toBe(true);
    expect(clientFrame.safeParse({ type: 'message.created' }).success).toBe(false);
  });
});
