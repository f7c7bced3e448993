import { ApiError, isRefusal } from '../api.ts';

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message', 'right'] as const;

export function hasContactFieldErrors(error: unknown): boolean {
  return error instanceof ApiError && CONTACT_FIELDS.some((name) => error.fields[name] !== undefined);
}

/** The form says « vous », but the catalogue of errors « tu » (docs/specification.md#contact). */
export function contactFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'RATE_LIMITED') {
    const minutes = Math.ceil(Number(error.params.seconds) / 60);
    const wait = minutes > 1 ? `${minutes} minutes` : 'une minute';
    return `Trop de messages viennent d’être envoyés. Réessayez dans ${wait} : votre texte est conservé.`;
  }
  return isRefusal(error, 'UNREADABLE')
    ? "Erreur lors de l'envoi du message"
    : "Une erreur est survenue lors de l'envoi du message.";
}
