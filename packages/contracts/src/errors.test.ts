import { describe, expect, it } from 'vitest';
import { AppError, errorText, isErrorCode, refuseIf } from './errors.ts';

describe('the catalogue of refusals', () => {
  it.each([
    ['CREDENTIALS_INVALID', 'Email ou mot de passe incorrect'],
    ['EMAIL_NOT_CONFIRMED', 'Vérifie ton email pour confirmer ton compte'],
    ['INVITATION_EMAIL_MISMATCH', "L'email doit correspondre à celui de l'invitation"],
    ['INVITATION_EXPIRED', 'Cette invitation a expiré'],
    ['INVITATIONS_EXHAUSTED', "Tu n'as plus d'invitations disponibles"],
    ['AVATAR_TOO_LARGE', "L'image doit faire moins de 5MB"],
    ['CODE_EXPIRED', 'Code expiré, demandez un nouveau code'],
    ['CONVERSATION_CLOSED', 'Ce chat est fermé'],
  ] as const)('words %s as the specification does', (code, text) => {
    expect(errorText(code)).toBe(text);
  });

  it.each([
    [1, 'une seconde'],
    [30, '30 secondes'],
    [61, '2 minutes'],
  ])('says how long to wait after too many attempts (%i s)', (seconds, wait) => {
    expect(errorText('RATE_LIMITED', { seconds })).toContain(wait);
  });

  it('counts the ratings that remain', () => {
    expect(errorText('RATINGS_INCOMPLETE', { remaining: 1 })).toMatch(/1 membre à évaluer/);
    expect(errorText('RATINGS_INCOMPLETE', { remaining: 3 })).toMatch(/3 membres à évaluer/);
  });

  it('throws what a rule refuses and nothing else', () => {
    expect(() => refuseIf(null)).not.toThrow();
    expect(() => refuseIf('NOT_FOUND')).toThrow(AppError);
  });

  it('does not take inherited names for codes', () => {
    expect(isErrorCode('toString')).toBe(false);
    expect(isErrorCode('NOT_FOUND')).toBe(true);
  });
});
