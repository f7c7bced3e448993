import { errorMessage } from '../api.ts';
import { toast } from '../kit/toast.ts';

/** The texts are in docs/specification.md#accounts. */

export function toastWelcome(firstName: string | undefined): void {
  toast.success('Connexion réussie', { description: firstName ? `Bienvenue, ${firstName}.` : 'Bienvenue.' });
}

export function toastSignInFailed(error: unknown, explainedElsewhere = false): void {
  toast.error('Erreur de connexion', { description: errorMessage(error), explainedElsewhere });
}

export function toastEmailSent(description: string): void {
  toast.success('Email envoyé !', { description });
}

export function toastEmailNotSent(error: unknown): void {
  toast.error("Erreur lors de l'envoi de l'email", { description: errorMessage(error) });
}
