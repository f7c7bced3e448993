import { Button } from '../kit/button.tsx';
import { plural } from '../kit/format.ts';
import { toastEmailNotSent, toastEmailSent } from './auth-toasts.ts';
import { useResendConfirmation } from './data.ts';
import { RESEND_SECONDS, useCooldown } from './use-cooldown.ts';

export function ResendConfirmation({ email }: { email: string }) {
  const resend = useResendConfirmation();
  const cooldown = useCooldown(RESEND_SECONDS);
  const send = () =>
    resend.mutate(email, {
      onSuccess: () => {
        cooldown.start();
        toastEmailSent('Nous venons de t’envoyer un lien de confirmation.');
      },
      onError: toastEmailNotSent,
    });
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={cooldown.left > 0}
      loading={resend.isPending}
      onClick={send}
    >
      {cooldown.left > 0
        ? `Renvoyer dans ${plural(cooldown.left, 'seconde')}`
        : 'Renvoyer l’e-mail de confirmation'}
    </Button>
  );
}
