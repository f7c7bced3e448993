import type { Act } from '../kit/reason-dialog.tsx';

/** `email` may be masked. */
export function liftingAct(email: string, onConfirm: Act['onConfirm']): Act {
  return {
    label: 'Envoyer de nouveau',
    title: `Envoyer de nouveau des e-mails à ${email}\u202f?`,
    description:
      'Un e-mail à cette adresse est revenu. S’il en revient encore un, les envois s’arrêtent de nouveau.',
    onConfirm,
  };
}
